using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>Says for each setting of a pool what becomes of it on the target, and why.</summary>
internal static class SettingDescriber
{
    private const string Running = "running";

    public static ImmutableArray<SettingEffect> Of(
        PoolDraft draft,
        PoolRank rank,
        TargetProfile target,
        CacheHardware hardware
    ) => [.. draft.Pool.Settings.Select(setting => Describe(setting, draft, rank, target, hardware))];

    /// <summary>The weight as it is while the pool gives way to an objective; other settings as they are.</summary>
    public static SettingEffect Yielding(SettingEffect setting, double share) =>
        setting.Name != "cpu weight"
            ? setting
            : setting with
            {
                Effective = Share(share),
                Reason = "weight of the pool's CPU group; it gives way to an objective",
            };

    private static SettingEffect Describe(
        Setting setting,
        PoolDraft draft,
        PoolRank rank,
        TargetProfile target,
        CacheHardware hardware
    )
    {
        var capability = SettingCapability.Of(setting, target);
        if (capability.Effect == Language.Targets.SettingReach.None)
            return SettingOutcome.Ineffective(setting, capability.Reason);

        if (!TargetLevers.MovesProcesses(target))
        {
            return Hinted(setting, draft, target)
                ?? SettingOutcome.Ineffective(setting, NotByTheLoop(setting.Name, capability, target));
        }

        return setting.Name switch
        {
            SettingName.CpuWeight => Weight(setting, rank),
            SettingName.CpuCap => SettingOutcome.Placed(
                setting,
                rank,
                Share(PoolAllotter.LowestShare),
                $"{capability.Degraded} {capability.Reason}"
            ),
            SettingName.Slots when setting.Value is SlotsValue slots => Slots(setting, slots, rank),
            SettingName.Cores => Cores(setting, draft, rank, target),
            SettingName.Cache => CacheDescriber.Of(setting, draft, rank, hardware),
            SettingName.IoRead or SettingName.IoReads => SettingOutcome.Placed(
                setting,
                rank,
                ReadLimit(draft, setting.Name),
                "blkio group of the pool; for statements that write nothing, reads outside the page cache"
            ),
            SettingName.MemoryBandwidth => Bandwidth(setting, draft, rank),
            _ => SettingOutcome.Ineffective(
                setting,
                $"by {capability.Lever}, which the running loop of this version does not write"
            ),
        };
    }

    /// <summary>What the loop writes as a hint for later executions; null for everything else.</summary>
    private static SettingEffect? Hinted(Setting setting, PoolDraft draft, TargetProfile target)
    {
        var limits = TargetLevers.TakesHints(target) ? QueryLimits.Of(draft.Pool) : null;
        var hinted = (setting.Name, limits) switch
        {
            (SettingName.Maxdop, { Maxdop: { } workers }) => Invariant($"MAXDOP {workers}"),
            (SettingName.Grant, { GrantPercent: { } percent }) => Invariant(
                $"a grant of at most {percent:0.##}% of the pool's workspace memory"
            ),
            _ => null,
        };
        return hinted is null
            ? null
            : SettingOutcome.Later(
                setting,
                hinted,
                "by a hint for classes of plans, by rgp apply for classes of sessions; never for what runs"
            );
    }

    private static string NotByTheLoop(SettingName name, SettingCapability capability, TargetProfile target) =>
        (target.DbmsKind, name) switch
        {
            (not "sqlserver", _) => $"by {capability.Lever}, which this version does not write on {target.DbmsKind}",
            (_, SettingName.Cache or SettingName.MemoryBandwidth) =>
                $"by {capability.Lever}: the loop on the server's own host sets them by the classes that run there, "
                    + "where resource pools have CPUs of their own",
            (_, SettingName.Maxdop or SettingName.Grant) =>
                $"by {capability.Lever}: rgp apply for classes of sessions; a hint for classes of "
                    + "plans comes with SQL Server 2022",
            _ => $"by {capability.Lever}: rgp apply for classes of sessions; the loop writes nothing of it",
        };

    private static SettingEffect Weight(Setting setting, PoolRank rank) =>
        rank switch
        {
            { IsProtected: true } => new(
                SettingNames.ToText(setting.Name),
                setting.Text,
                Share(1),
                Running,
                "the protected pool: where the server was started; never moved"
            ),
            { Share: { } share } => SettingOutcome.Placed(
                setting,
                rank,
                Share(share),
                share <= PoolAllotter.LowestShare
                    ? "raised to the lowest safe weight, 5 % of the protected pool's"
                    : "weight of the pool's CPU group"
            ),
            _ => SettingOutcome.Ineffective(setting, "no other pool to weigh against"),
        };

    private static SettingEffect Slots(Setting setting, SlotsValue slots, PoolRank rank) =>
        rank is { Throttles: true, Share: <= PoolAllotter.LowestShare }
            ? SettingOutcome.Ineffective(setting, "the pool has the lowest safe weight already")
            : SettingOutcome.Running(
                setting,
                Invariant($"{slots.Count} at a time"),
                Invariant(
                    $"the other queries stand at the lowest safe weight until one is free, at most {slots.LongestWait.TotalSeconds} s"
                )
            );

    private static SettingEffect Cores(Setting setting, PoolDraft draft, PoolRank rank, TargetProfile target) =>
        draft.Cores switch
        {
            null => SettingOutcome.Ineffective(
                setting,
                Invariant($"the target has only logical CPUs 0 to {target.Cores - 1}")
            ),
            { Length: var count } when count == target.Cores => SettingOutcome.Placed(
                setting,
                rank,
                "all",
                "not throttled"
            ),
            { } cores => SettingOutcome.Placed(setting, rank, CoreList(cores), "affinity of the query's processes"),
        };

    private static SettingEffect Bandwidth(Setting setting, PoolDraft draft, PoolRank rank) =>
        draft.MemoryBandwidthPercent is { } percent
            ? SettingOutcome.Placed(
                setting,
                rank,
                Invariant($"{percent}%"),
                "memory bandwidth allocation of the pool's class of service"
            )
            : SettingOutcome.Ineffective(setting, "memory bandwidth is allocated in percent here: write a percentage");

    private static string ReadLimit(PoolDraft draft, SettingName name) =>
        name == SettingName.IoRead
            ? Invariant($"{draft.ReadBytesPerSecond} bytes per second and disk")
            : Invariant($"{draft.ReadsPerSecond} reads per second and disk");

    private static string Share(double share) =>
        Invariant($"{Math.Round(share * 100, 1)}% of the protected pool's weight");

    /// <summary>As <c>0..3, 8</c>.</summary>
    private static string CoreList(ImmutableArray<int> cores)
    {
        var parts = new List<string>();
        for (var start = 0; start < cores.Length; )
        {
            var end = start;
            while (end + 1 < cores.Length && cores[end + 1] == cores[end] + 1)
                end++;

            parts.Add(start == end ? Invariant($"{cores[start]}") : Invariant($"{cores[start]}..{cores[end]}"));
            start = end + 1;
        }

        return string.Join(", ", parts);
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>The ways in which a setting ends: in force on the running query, in force from its next execution on, or
/// without effect.</summary>
internal static class SettingOutcome
{
    /// <summary>A setting that acts through moving processes has an effect only where they are moved.</summary>
    public static SettingEffect Placed(Setting setting, PoolRank rank, string effective, string reason) =>
        rank switch
        {
            { Throttles: true } => Running(setting, effective, reason),
            { IsProtected: true } => Ineffective(
                setting,
                "the protected pool is where the server was started: its processes are never moved"
            ),
            _ => Ineffective(
                setting,
                "nothing in this pool is narrower than the protected one: its processes are never moved"
            ),
        };

    public static SettingEffect Running(Setting setting, string effective, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, effective, "running", reason);

    /// <summary>A setting that later executions have.</summary>
    public static SettingEffect Later(Setting setting, string effective, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, effective, "next_execution", reason);

    public static SettingEffect Ineffective(Setting setting, string reason) =>
        new(SettingNames.ToText(setting.Name), setting.Text, null, "none", reason);
}
