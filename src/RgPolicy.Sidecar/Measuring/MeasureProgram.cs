using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Measuring;

/// <summary>The verb <c>measure</c>: a few seconds of two busy loops, then everything is as before.</summary>
internal static class MeasureProgram
{
    /// <summary>In the name of its group: above any pool's number, so that it meets no sidecar's.</summary>
    internal const int PoolOfMeasurement = 99;

    private const int Success = 0;
    private const int CannotRun = 3;

    internal static int Run(GuardOptions options, FileRoot root, SidecarLog log)
    {
        if (!Environment.IsPrivilegedProcess)
        {
            log.Line("only root can measure: it makes a group and moves two loops of its own");
            return CannotRun;
        }

        var directory = Directory.CreateTempSubdirectory("rgp-measure-").FullName;
        using (var journal = JournalFile.Open(root, directory, out var problem))
        using (var pair = journal is null ? null : BusyPair.Start(root))
        {
            if (journal is null || pair is null)
            {
                log.Line(journal is null ? problem : "two loops cannot be started");
                return CannotRun;
            }

            var server = new PostmasterFinder(root, options).Find(out _)?.ProcessId ?? Environment.ProcessId;
            var measurement = new LeverMeasurement(
                root,
                new CpuGroups(root, journal),
                pair,
                Scheduling.GetAffinity(0) ?? []
            );
            foreach (var line in measurement.Run(CgroupHierarchy.Find(root, server)))
                Console.Out.WriteLine(line);

            pair.Dispose();
            _ = new Restorer(root, journal, log.Line).RestoreAll();
        }

        Directory.Delete(directory, recursive: true);
        return Success;
    }
}
