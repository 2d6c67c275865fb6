using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>The verbs <c>provision</c> and <c>unprovision</c>: root's, each one short run.</summary>
internal static class ProvisionProgram
{
    private const int Success = 0;
    private const int NotComplete = 1;
    private const int CannotRun = 3;
    private const int PauseMilliseconds = 50;
    private const int SlowPauseMilliseconds = 500;
    private const uint OpenToRead = 0b111_101_101;
    private static readonly TimeSpan StrangerPatience = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan QuickLooks = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan LockPatience = TimeSpan.FromSeconds(5);

    /// <summary>Makes the groups and hands them over; returns the exit code.</summary>
    internal static int Provision(GuardOptions options, FileRoot root, SidecarLog log)
    {
        using var journal = Open(options, root, out var problem);
        var limits = problem.Length > 0 ? null : LimitsFile.Read(options.LimitsFile, out problem);
        var user = limits is null ? null : FindUser(options, root, out problem);
        if (journal is null || limits is null || user is null)
        {
            log.Line(problem);
            return CannotRun;
        }

        if (limits.Pools is null)
        {
            log.Line(
                "the limits file names no pools, and groups are made for those that it names: \"pools\": [ { "
                    + "\"number\": 1 } ]"
            );
            return CannotRun;
        }

        var problems = new List<string>();
        var server = WaitForServer(options, root, user.Value, out var reason);
        problems.AddRange(server is null ? [reason] : []);
        var hierarchy = server is { } found ? CgroupHierarchy.Find(root, found.ProcessId) : null;
        var reads = server is { } reader ? CgroupHierarchy.FindReads(root, reader.ProcessId) : null;
        var before = GrantFile.Read(options.ProvisionDirectory) ?? GrantedGroups.None;
        var granted = new Provisioner(root, journal, limits).Run(user.Value, hierarchy, reads, before, problems);
        granted = granted with { Problems = [.. problems] };
        _ = GrantFile.Write(options.ProvisionDirectory, granted) is { } failure ? AddTo(problems, failure) : 0;
        problems.ForEach(log.Line);
        log.Line(
            $"user {user}: {granted.Caches.Count} resctrl groups and {granted.Cpus.Count} cpu groups and "
                + $"{granted.Reads.Count} blkio groups handed over"
        );
        return problems.Count == 0 ? Success : NotComplete;
    }

    /// <summary>Takes everything back; returns the exit code.</summary>
    internal static int Unprovision(GuardOptions options, FileRoot root, SidecarLog log)
    {
        using var journal = Open(options, root, out var problem);
        if (journal is null)
        {
            log.Line(problem);
            return CannotRun;
        }

        GrantFile.Delete(options.ProvisionDirectory);
        return new Restorer(root, journal, log.Line).RestoreAll() ? Success : NotComplete;
    }

    private static JournalFile? Open(GuardOptions options, FileRoot root, out string problem)
    {
        var directory = options.ProvisionDirectory;
        problem = Environment.IsPrivilegedProcess
            ? StateDirectory.Ensure(directory, group: null) ?? string.Empty
            : "only root makes groups and hands them over: run it with sudo, or as a unit's ExecStart=+";
        if (problem.Length > 0)
            return null;

        _ = Libc.ChangeMode(directory, OpenToRead);
        if (StateDirectory.Lock(directory, LockPatience) < 0)
        {
            problem = $"another provisioner works in {directory}";
            return null;
        }

        return JournalFile.Open(root, directory, out problem);
    }

    /// <summary>
    /// Waits for a server that is about to start, and until it is alone in its group: the program that starts it stays
    /// there until it is up, through a recovery of hours if need be. The server is looked for anew each time, because it
    /// may be started again meanwhile.
    /// </summary>
    private static Postmaster? WaitForServer(GuardOptions options, FileRoot root, uint user, out string reason)
    {
        var finder = new PostmasterFinder(root, options);
        var started = Stopwatch.GetTimestamp();
        while (true)
        {
            var server = finder.Find(out reason);
            var isAlone = server is { } found && IsAlone(root, found, user);
            var waited = Stopwatch.GetElapsedTime(started);
            var patience = server is null || options.Wait > StrangerPatience ? options.Wait : StrangerPatience;
            if (isAlone || waited >= patience)
                return server;

            Pause.Milliseconds(waited < QuickLooks ? PauseMilliseconds : SlowPauseMilliseconds);
        }
    }

    private static bool IsAlone(FileRoot root, Postmaster server, uint user) =>
        new[] { CgroupHierarchy.Find(root, server.ProcessId), CgroupHierarchy.FindReads(root, server.ProcessId) }.All(
            h =>
                h is null or { Path: "/" }
                || (!ControlGroup.IsBusy(root, h.Directory) && GroupTenants.FindStranger(root, h, user) is null)
        );

    private static uint? FindUser(GuardOptions options, FileRoot root, out string problem)
    {
        problem = string.Empty;
        var user = options.DataDirectory is { } directory
            ? FileOwner.Read(directory) is { IsDirectory: true } owner
                ? owner.User
                : null
            : (uint?)ProcessUser.Read(root, options.Postmaster ?? 0);
        if (user is null or 0)
        {
            problem = user is null
                ? "say whose server it is: --data-directory DIR, or --postmaster PID of one that runs"
                : "the server's user is root: there is no other user to hand anything to";
            return null;
        }

        return user;
    }

    private static int AddTo(List<string> problems, string problem)
    {
        problems.Add(problem);
        return problems.Count;
    }
}
