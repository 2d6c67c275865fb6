using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.PoolerBench;

/// <summary>What RgPolicy's processes have used: seconds of processor time, or percent of one processor.</summary>
/// <param name="Service"><c>rgp run</c>.</param>
/// <param name="Backends">RgPolicy's own backends.</param>
/// <param name="Sidecar">Guard and mover.</param>
/// <param name="Ready">The mover's thread that keeps moves quick.</param>
/// <param name="Looks">The service's thread that looks at throttled backends between polls.</param>
internal readonly record struct PoolerCpu(double Service, double Backends, double Sidecar, double Ready, double Looks)
{
    private const double Nanoseconds = 1e9;

    /// <summary>What they have used so far, in seconds.</summary>
    public static PoolerCpu Read(GovernedServer governed, PostgresCluster cluster, string role) =>
        new(
            Of([governed.Service.ProcessId]),
            Of(BackendsOf(cluster, role)),
            Of(governed.SidecarProcesses),
            governed.Mover is { } mover ? OfThread(mover, "ready") : 0,
            OfThread(governed.Service.ProcessId, "backends")
        );

    /// <summary>What was used since then, as percent of one processor over so many seconds.</summary>
    public PoolerCpu Since(PoolerCpu before, double seconds) =>
        new(
            Percent(Service - before.Service, seconds),
            Percent(Backends - before.Backends, seconds),
            Percent(Sidecar - before.Sidecar, seconds),
            Percent(Ready - before.Ready, seconds),
            Percent(Looks - before.Looks, seconds)
        );

    private static double Percent(double used, double seconds) => used / seconds * 100;

    private static double Of(IEnumerable<int> processes) => processes.Sum(p => ProcessFacts.CpuSeconds(p) ?? 0);

    private static IEnumerable<int> BackendsOf(PostgresCluster cluster, string role) =>
        ProcessFacts
            .Children(cluster.PostmasterProcessId)
            .Where(p => string.Join(' ', ProcessFacts.CommandLine(p)).Contains($": {role} ", StringComparison.Ordinal));

    // A thread that sleeps most of the time is hardly ever there at a tick: only the scheduler's own count tells.
    private static double OfThread(int process, string name) =>
        Directory
            .GetDirectories($"/proc/{process}/task")
            .Where(thread => File.Exists(thread + "/comm") && File.ReadAllText(thread + "/comm").Trim() == name)
            .Sum(thread =>
                double.Parse(
                    File.ReadAllText(thread + "/schedstat").Split(' ')[0],
                    System.Globalization.CultureInfo.InvariantCulture
                ) / Nanoseconds
            );
}
