using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Settings that fit a host and a server.</summary>
internal static class SweepBuilder
{
    private const int MostSettings = 12;
    private const long Mebi = 1024 * 1024;

    /// <summary>The sweeps, or why one of them cannot be.</summary>
    public static (ImmutableArray<Sweep> Sweeps, string? Problem) Build(
        ImmutableArray<SweepChoice> choices,
        TrialFacts server,
        HostFacts host
    )
    {
        var sweeps = ImmutableArray.CreateBuilder<Sweep>();
        foreach (var choice in choices)
        {
            var values = choice.Settings.IsEmpty
                ? Usual(choice.Lever, server, host).Select(value => SettingText.Of(choice.Lever, value))
                : choice.Settings;
            var settings = values.DistinctBy(setting => setting.Value).OrderBy(setting => setting.Value);
            var sweep = new Sweep(choice.Lever, [.. settings]);
            if (Problem(sweep, server, host) is { } problem)
                return ([], problem);

            sweeps.Add(sweep);
        }

        return (sweeps.ToImmutable(), null);
    }

    private static string? Problem(Sweep sweep, TrialFacts server, HostFacts host)
    {
        if (sweep.Lever == SweepLever.MaxDop && server.MostWorkers is null)
            return "`maxdop`: this server runs each statement on one thread";

        if (GrantProblem(sweep.Lever, server.Kind == "sqlserver") is { } grant)
            return grant;

        if (sweep.Lever == SweepLever.Read && server.IsThreaded)
        {
            return "`read`: the sessions are threads of one process, and the kernel limits reads of whole "
                + "processes only";
        }

        var name = SweepLeverName.Of(sweep.Lever);
        if (sweep.Settings.Length < 2)
        {
            return sweep.Lever switch
            {
                SweepLever.Llc => "`llc`: this host offers no cache allocation, or resctrl is not mounted (rgp doctor)",
                SweepLever.Bandwidth => "`bandwidth`: this host offers no allocation of memory bandwidth (rgp doctor)",
                SweepLever.Read => "`read`: say which limits, such as --settings read=20MiB,50MiB,200MiB",
                _ => $"`{name}`: there are fewer than two settings; name some with --settings {name}=...",
            };
        }

        return sweep.Lever switch
        {
            SweepLever.Cores when sweep.Settings[^1].Value > host.Topology.Cpus.Length => Invariant(
                $"`cores`: this host has {host.Topology.Cpus.Length} processors"
            ),
            SweepLever.Llc when host.Resctrl is null || sweep.Settings[^1].Value > host.Resctrl.Ways => Invariant(
                $"`llc`: this host has {host.Resctrl?.Ways ?? 0} ways that can be given"
            ),
            _ => null,
        };
    }

    private static string? GrantProblem(SweepLever lever, bool isSqlServer) =>
        lever switch
        {
            SweepLever.Grant when isSqlServer => "`grant`: SQL Server grants memory by percent: sweep grant_share",
            SweepLever.GrantShare when !isSqlServer => "`grant_share` is for SQL Server: sweep grant",
            SweepLever.Cores or SweepLever.Llc or SweepLever.Bandwidth when isSqlServer =>
                $"`{SweepLeverName.Of(lever)}`: SQL Server's threads are no session's own, so a session cannot be given less",
            _ => null,
        };

    private static IEnumerable<long> Usual(SweepLever lever, TrialFacts server, HostFacts host) =>
        lever switch
        {
            SweepLever.Cores => Spread(1, host.Topology.Cpus.Length, 1),
            SweepLever.Llc => host.Resctrl is { Ways: > 2 } resctrl ? Spread(2, resctrl.Ways, 1) : [],
            SweepLever.Bandwidth => host.Resctrl is { LeastBandwidthPercent: { } least } resctrl
                ? Spread(least, 100, resctrl.BandwidthStep)
                : [],
            SweepLever.MaxDop => Doubled(1, Math.Min(host.Topology.Cpus.Length, (server.MostWorkers ?? 0) + 1)),
            SweepLever.GrantShare => [1, 5, 10, 25, 50, 100],
            SweepLever.Grant => [Mebi, 4 * Mebi, 16 * Mebi, 64 * Mebi, 256 * Mebi],
            _ => [],
        };

    private static IEnumerable<long> Doubled(long least, long most)
    {
        for (var value = least; value < most; value *= 2)
            yield return value;

        yield return most;
    }

    /// <summary>At most twelve, evenly, with both ends.</summary>
    private static IEnumerable<long> Spread(long least, long most, long step)
    {
        var all = (most - least) / step;
        var count = Math.Min(all, MostSettings - 1);
        for (var i = 0L; i < count; i++)
            yield return least + (i * all / count * step);

        yield return most;
    }
}

/// <summary>What the user wants swept.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Settings">Settings of the user's own; empty for those that fit the host.</param>
internal sealed record SweepChoice(SweepLever Lever, ImmutableArray<SweepSetting> Settings);

/// <summary>What is to be run.</summary>
/// <param name="Workload">The statements.</param>
/// <param name="Sweeps">Levers and settings.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="Repeats">Runs of each cell.</param>
/// <param name="Seed">Draws the order.</param>
/// <param name="Limit">How long it may take; null for no limit.</param>
internal sealed record SweepRequest(
    TrialWorkload Workload,
    ImmutableArray<Sweep> Sweeps,
    int Clients,
    int Repeats,
    int Seed,
    TimeSpan? Limit
)
{
    /// <summary>Two levers to set together; null for none.</summary>
    public SweepGrid? Grid { get; init; }

    public ImmutableArray<PlannedRun> Plan() => SweepPlan.Of(Sweeps, Repeats, Seed, Grid);

    /// <summary>Every lever that is set.</summary>
    public IEnumerable<SweepLever> Levers =>
        Sweeps
            .Select(sweep => sweep.Lever)
            .Concat(Grid is null ? [] : [Grid.First.Lever, Grid.Second.Lever])
            .Distinct();
}
