using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Provisioning;
using RgPolicy.Sidecar.Sampling;
using RgPolicy.Sidecar.Servers;
using RgPolicy.Sidecar.Upkeep;
using RgPolicy.Sidecar.Watching;

namespace RgPolicy.Sidecar.Serving;

/// <summary>The verb <c>mover</c>: puts the parts together and runs them.</summary>
internal static class MoverProgram
{
    private const int Success = 0;
    private const int CannotRun = 3;

    internal static int Run(GuardOptions options, int channel, int lockDescriptor, SidecarLog log)
    {
        Channel.SetInherited(channel, inherited: false);
        Channel.SetInherited(lockDescriptor, inherited: false);
        using var guard = new Channel(channel);
        using var stop = StopSignal.Listen();
        using var journal = JournalFile.Open(FileRoot.Machine, options.StateDirectory, out var problem);
        var limits = problem.Length > 0 ? null : LimitsFile.Read(options.LimitsFile, out problem);
        var listener = limits is null ? null : MoverListener.Open(options, out problem);
        if (journal is null || limits is null || listener is null)
        {
            log.Line(problem);
            return CannotRun;
        }

        using var reschedule = RescheduleTimer.Here(limits.RescheduleInterval);
        using var ready = new QuickMoves(limits.ReadyInterval);
        var handler = Assemble(options, journal, limits, reschedule, ready, log);
        handler.Begin();
        var end = new Mover(handler, listener, guard, stop, options.Lease, log).Run();
        if (end == MoverEnd.GuardDied)
        {
            log.Line("the guard is gone; everything is restored and another one starts");
            using var next = SelfCommand.Start(["guard", .. options.Words]);
        }

        return Success;
    }

    private static RequestHandler Assemble(
        GuardOptions options,
        JournalFile journal,
        Limits limits,
        RescheduleTimer reschedule,
        QuickMoves ready,
        SidecarLog log
    )
    {
        var root = FileRoot.Machine;
        var guardId = ProcessStat.Read(root, Environment.ProcessId)?.ParentId ?? 0;
        var restorer = new Restorer(root, journal, log.Line);
        var pools = new PoolTable(root, journal, limits, () => GrantFile.ReadOwn(options.ProvisionDirectory));
        var mover = new ProcessMover(root, journal, pools, restorer, limits, guardId);
        var governor = new Enforcer(
            root,
            new PostmasterFinder(root, options),
            pools,
            mover,
            restorer,
            reschedule,
            ready,
            new DriftWatch(TimeProvider.System),
            new Sampler(
                root,
                limits,
                new TargetCheck(root, guardId, limits.BackgroundWorkers),
                TimeProvider.System,
                Sampler.StartThread
            ),
            log.Line
        );
        return new RequestHandler(governor, limits, guardId, options.StateDirectory, log);
    }
}

/// <summary>Why a mover ends.</summary>
internal enum MoverEnd
{
    /// <summary>By the guard or by a signal.</summary>
    Told,

    /// <summary>The guard is dead: another one is started.</summary>
    GuardDied,
}
