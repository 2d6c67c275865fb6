using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Levers;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>The service's metrics: every name is in this file. Labels take their values from the policy (classes,
/// pools) and from fixed words, never from queries, so that their number is bounded.</summary>
internal static class MetricsMapper
{
    /// <summary>Classes with a line of their own; what lies beyond is summed up as
    /// <see cref="OtherClasses"/>.</summary>
    internal const int MostClasses = 200;

    private const string UpHelp = "1 while the DBMS can be observed.";

    private const string Up = "rgp_target_up";
    private const string OtherClasses = "(other)";
    private const string CpuSeconds = "rgp_cpu_seconds_total";
    private const string MemoryBytes = "rgp_memory_bytes";
    private const string LogLost = "rgp_log_lost_total";

    /// <summary>Whether a family is of the whole process, which may run several loops.</summary>
    public static bool IsOfProcess(string family) => family is CpuSeconds or MemoryBytes or LogLost;

    /// <summary>What a loop that cannot begin has: no more than that its DBMS is not observed.</summary>
    public static IReadOnlyList<MetricFamily> OfWaiting { get; } =
        new MetricsBuilder().Gauge(Up, UpHelp).Sample(0).Build();

    /// <summary>All families of a loop.</summary>
    public static IReadOnlyList<MetricFamily> Of(StatusSnapshot snapshot)
    {
        var metrics = new MetricsBuilder();
        WriteService(metrics, snapshot);
        WritePolicy(metrics, snapshot);
        WriteTarget(metrics, snapshot);
        WriteQueries(metrics, snapshot);
        WriteDecisions(metrics, snapshot.Policy.Counters);
        WriteReactions(metrics, snapshot.Reactions);
        WriteEnforcement(metrics, snapshot);
        WritePools(metrics, snapshot);
        WriteResources(metrics, snapshot.Resources);
        WritePressure(metrics, snapshot);
        return metrics.Build();
    }

    private static void WriteService(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        WriteProcess(metrics, snapshot);
        if (snapshot.MinutesLost is { } lost)
            metrics.Counter("rgp_history_lost_total", "Minutes of the console that could not be kept.").Sample(lost);
        if (snapshot.ServerCpu is { } cpu)
            metrics
                .Counter("rgp_server_cpu_seconds_total", "Processor time of RgPolicy's own sessions in the DBMS.")
                .Sample(cpu.TotalSeconds);
    }

    private static void WriteProcess(MetricsBuilder metrics, StatusSnapshot snapshot) =>
        metrics
            .Gauge("rgp_uptime_seconds", "Time since the loop began.")
            .Sample(snapshot.Elapsed.TotalSeconds)
            .Counter(CpuSeconds, "Processor time of the service.")
            .Sample(ProcessCost.CpuTime.TotalSeconds)
            .Gauge(MemoryBytes, "Resident memory of the service.")
            .Sample(ProcessCost.MemoryBytes)
            .Counter(LogLost, "Messages that could not be written to the log's file.")
            .Sample(snapshot.LogLost)
            .Counter("rgp_turns_total", "Completed turns of the loop.")
            .Sample(snapshot.Turns);

    private static void WritePolicy(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        metrics
            .Gauge("rgp_policy_info", "The policy in force.")
            .Sample(
                1,
                ("revision", snapshot.Policy.Program.Revision),
                ("level", StatusNames.Level(snapshot.Options.Level))
            );
        metrics
            .Gauge("rgp_policy_rejected", "1 while the policy file holds a policy that was rejected.")
            .Sample(snapshot.Policy.Error is null ? 0 : 1);
        metrics
            .Gauge("rgp_paused", "1 while the service is paused and enforces nothing.")
            .Sample(snapshot.Paused is null ? 0 : 1);
        if (snapshot.Audit is { } audit)
        {
            metrics
                .Counter("rgp_audit_lost_total", "Entries that could not be written to the audit trail.")
                .Sample(audit.LostInAll);
        }
    }

    private static void WriteTarget(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        var poll = snapshot.Poll;
        metrics.Gauge(Up, UpHelp).Sample(poll.IsLost ? 0 : 1);
        metrics.Counter("rgp_polls_failed_total", "Polls that failed or timed out.").Sample(poll.Failed);
        metrics.Counter("rgp_clock_jumps_total", "Jumps of the DBMS's clock.").Sample(poll.ClockJumps);
        metrics.Gauge("rgp_poll_interval_seconds", "Time between two polls.").Sample(poll.Interval.TotalSeconds);
        WriteQuantiles(
            metrics.Summary("rgp_poll_seconds", "What a poll takes, seen from the service, since its start."),
            poll.Cost
        );
    }

    private static void WriteQueries(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        var program = snapshot.Decided.Program;
        metrics.Gauge("rgp_queries", "Queries that run now, by the pool that they are in.");
        foreach (
            var pool in snapshot
                .Decided.Queries.GroupBy(
                    each => StatusNames.Pool(program, each.PoolNumber, each.Decision.ClassIndex),
                    StringComparer.Ordinal
                )
                .OrderBy(pool => pool.Key, StringComparer.Ordinal)
        )
            metrics.Sample(pool.Count(), ("pool", pool.Key));

        WriteSlots(metrics, snapshot.Decided);
        metrics.Counter("rgp_queries_total", "Queries that were given their class for good.");
        var classes = snapshot.Policy.ClassCounts;
        foreach (var (name, count) in classes.Take(MostClasses))
            metrics.Sample(count, ("class", name));

        if (classes.Count > MostClasses)
            metrics.Sample(classes.Skip(MostClasses).Sum(each => each.Queries), ("class", OtherClasses));

        metrics
            .Counter("rgp_queries_too_short_total", "Queries that ended within 300 ms, before their class was final.")
            .Sample(snapshot.Policy.Counters.TooShort);
    }

    private static void WriteSlots(MetricsBuilder metrics, DecidedQueries decided)
    {
        // A server that moves no processes has its own queue, and its own figure of it.
        var pools = TargetLevers.MovesProcesses(decided.Program.Target)
            ? decided.Program.Pools.Where(pool => pool.Pool.Find(SettingName.Slots) is not null).ToList()
            : [];
        if (pools.Count > 0)
            metrics.Gauge("rgp_slot_waiting", "Queries that stand at the lowest weight until their pool has a slot.");

        foreach (var pool in pools)
        {
            var waiting = decided.Queries.Count(each =>
                each.SlotWait is not null && decided.Program.PoolOf(each.Decision.ClassIndex).Pool == pool.Pool
            );
            metrics.Sample(waiting, ("pool", pool.Pool.Name));
        }
    }

    private static void WriteDecisions(MetricsBuilder metrics, GovernorCounters counters) =>
        metrics
            .Counter("rgp_decisions_total", "Classifications carried out.")
            .Sample(counters.Decisions)
            .Counter("rgp_moves_total", "Moves into a pool that were asked for.")
            .Sample(counters.Moves)
            .Counter("rgp_releases_total", "Releases that were asked for.")
            .Sample(counters.Releases)
            .Counter("rgp_move_failures_total", "Moves and releases that failed.")
            .Sample(counters.Failures)
            .Counter("rgp_blocker_releases_total", "Queries released because they blocked others.")
            .Sample(counters.BlockerReleases);

    private static void WriteReactions(MetricsBuilder metrics, ReactionSummary reactions)
    {
        metrics.Summary(
            "rgp_reaction_seconds",
            "From a query's start to the read-back of its limits; queries of at least 300 ms."
        );
        WriteQuantiles(metrics, reactions.PlanCached, ("plan", "known"));
        WriteQuantiles(metrics, reactions.PlanFetched, ("plan", "fetched"));
    }

    private static void WriteEnforcement(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        metrics
            .Gauge("rgp_unenforced_queries", "Queries that should be throttled now and are not, as read back.")
            .Sample(snapshot.Unenforced.Count);
        if (snapshot.Enforcement is not { } enforcement)
            return;

        metrics.Gauge("rgp_sidecar_ready", "1 while the sidecar holds the pools.").Sample(enforcement.IsReady ? 1 : 0);
        metrics.Counter("rgp_sidecar_losses_total", "How often the sidecar was lost.").Sample(enforcement.Losses);
        if (snapshot.Sidecar is { } sidecar)
        {
            metrics
                .Gauge("rgp_governed_processes", "Processes that the sidecar holds in pools.")
                .Sample(sidecar.Moved.Count);
            metrics
                .Gauge("rgp_sidecar_worst_move_seconds", "The longest move so far.")
                .Sample(sidecar.WorstMoveMicroseconds / 1e6);
            metrics.Gauge("rgp_lever_inert", "1 where a setting can be written on this host and has no effect.");
            foreach (var lever in sidecar.Levers.Where(each => AskedLevers.IsOfASetting(each.Lever)))
                metrics.Sample(lever.State == LeverNames.Inert ? 1 : 0, ("lever", lever.Lever));
        }
    }

    private static void WritePools(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        var readBack = snapshot.Sidecar?.Pools ?? snapshot.Enforcement?.Pools ?? [];
        // Parts come and go: they count as their pool.
        var pools = (
            from pool in snapshot
                .Policy.Program.ThrottlingPools.Where(each => each.PartOf is null)
                .DistinctBy(each => each.Pool.Name, StringComparer.Ordinal)
            join outcome in readBack on pool.Number equals outcome.Number
            select (pool.Pool.Name, Problems: ProblemsOf(pool.Number, snapshot, readBack), outcome.CpuShare)
        ).ToList();
        metrics.Gauge("rgp_pool_problems", "Settings of a pool that are not in force, read back.");
        foreach (var (name, problems, _) in pools)
            metrics.Sample(problems, ("pool", name));

        metrics.Gauge("rgp_pool_cpu_share_ratio", "The pool's share of the protected pool's weight, read back.");
        foreach (var (name, _, share) in pools)
        {
            if (share is { } known)
                metrics.Sample(known, ("pool", name));
        }
    }

    private static int ProblemsOf(int pool, StatusSnapshot snapshot, IReadOnlyList<PoolOutcome> readBack) =>
        (
            from each in snapshot.Policy.Program.ThrottlingPools.DistinctBy(each => each.Number)
            where (each.PartOf ?? each.Number) == pool
            join outcome in readBack on each.Number equals outcome.Number
            select outcome.Problems
        )
            .SelectMany(problems => problems)
            .Distinct(StringComparer.Ordinal)
            .Count();

    /// <summary>RgPolicy's own resource pools and groups, which are the policy's, and the default ones.</summary>
    private static void WriteResources(MetricsBuilder metrics, ServerResources? resources)
    {
        if (resources is null)
            return;

        var pools = resources.Pools.Where(pool => IsNamed(pool.Name)).ToList();
        metrics.Counter("rgp_resource_pool_cpu_seconds_total", "CPU time of a resource pool, as the DBMS counts it.");
        pools.ForEach(pool => metrics.Sample(pool.Cpu.TotalSeconds, ("resource_pool", pool.Name)));
        metrics.Gauge("rgp_resource_pool_granted_bytes", "Workspace memory granted to running requests.");
        pools.ForEach(pool => metrics.Sample(pool.GrantedBytes, ("resource_pool", pool.Name)));
        metrics.Gauge("rgp_resource_pool_grants_waiting", "Requests that wait for workspace memory.");
        pools.ForEach(pool => metrics.Sample(pool.GrantsWaiting, ("resource_pool", pool.Name)));
        metrics.Gauge("rgp_workload_group_requests", "Requests of a workload group that run, or wait to begin.");
        foreach (var group in resources.Groups.Where(group => IsNamed(group.Name)))
        {
            metrics.Sample(group.Active, ("workload_group", group.Name), ("state", "active"));
            metrics.Sample(group.Queued, ("workload_group", group.Name), ("state", "queued"));
        }
    }

    private static bool IsNamed(string name) => name == "default" || GovernorNames.IsOwn(name);

    private static void WritePressure(MetricsBuilder metrics, StatusSnapshot snapshot)
    {
        if (snapshot.Decided.Pressure is not { } pressure)
            return;

        metrics.Gauge("rgp_host_pressure_ratio", "Share of the last 10 s in which some work waited for the resource.");
        foreach (
            var (resource, percent) in new[] { ("cpu", pressure.Cpu), ("io", pressure.Io), ("memory", pressure.Memory) }
        )
        {
            if (percent is { } known)
                metrics.Sample(known / 100.0, ("resource", resource));
        }
    }

    private static void WriteQuantiles(
        MetricsBuilder metrics,
        DurationSummary durations,
        params (string Name, string Value)[] labels
    )
    {
        foreach (
            var (share, quantile) in new[]
            {
                ("0.5", durations.Median),
                ("0.95", durations.P95),
                ("0.99", durations.P99),
            }
        )
        {
            if (quantile is { } value)
                metrics.Sample(value.TotalSeconds, [.. labels, ("quantile", share)]);
        }

        metrics.Sample("_sum", durations.Sum.TotalSeconds, labels).Sample("_count", durations.Count, labels);
    }
}
