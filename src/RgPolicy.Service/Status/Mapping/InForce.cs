using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>What is in force, as the sidecar read it back; what was not read back is not.</summary>
internal static class InForce
{
    private const string OnRunning = "running";
    private const string Released = "released: there is nothing to protect now";

    /// <summary>A pool's settings, each with what of it is in force.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="outcome">What the sidecar read back of it; null where it has not.</param>
    public static SettingStatus[] Settings(PoolAllotment pool, PoolOutcome? outcome) =>
        [
            .. PolicyMapper
                .Settings(pool.Settings)
                .Select(each =>
                    each with
                    {
                        InForce = IsInForce(each.Name, each.Effect, pool.Throttles, outcome) ? each.Effective : null,
                        Reason = IsReleased(each.Name, outcome) ? Released : each.Reason,
                    }
                ),
        ];

    /// <summary>Settings with what of them a workload group has in force, as the server shows it.</summary>
    /// <param name="settings">The settings of a pool.</param>
    /// <param name="group">The workload group that <c>rgp apply</c> makes of the pool.</param>
    /// <param name="resources">What the server has shown.</param>
    public static SettingStatus[] Applied(SettingStatus[] settings, string group, ServerResources resources) =>
        [
            .. settings.Select(each =>
                each.InForce is null && resources.LimitOf(group, each.Name ?? "") is { } limit
                    ? each with
                    {
                        InForce = $"{limit} of {group}",
                    }
                    : each
            ),
        ];

    /// <summary>The queries that should be throttled now and are not, as a sentence; null where there is none.</summary>
    public static string? Headline(StatusSnapshot snapshot)
    {
        if (snapshot.Unenforced.Count == 0)
            return null;
        var why =
            snapshot.Enforcement is { IsReady: false } enforcement
                ? $"the sidecar is not ready: {enforcement.LastError ?? "it has not answered yet"}"
            : snapshot.Decided.Queries.FirstOrDefault(each =>
                snapshot.Unenforced.Contains(each.Query.ProcessId) && each.Note.Length > 0
            )
                is { } failed
                ? failed.Note
            : snapshot.Lacking ?? "their processes were not read back in their pools";
        return snapshot.Unenforced.Count == 1
            ? $"1 query should be throttled and is not: {why}"
            : Invariant($"{snapshot.Unenforced.Count} queries should be throttled and are not: {why}");
    }

    /// <summary>The processes of the queries that belong in a pool that throttles, and were not read back there, or whose
    /// pool does not have what it takes.</summary>
    /// <param name="level">How far the loop goes.</param>
    /// <param name="isPaused">Nothing is to be enforced.</param>
    /// <param name="decided">The queries.</param>
    /// <param name="poolOf">The pool that a process was read back in; 0 for none.</param>
    /// <param name="lacking">The numbers of the pools that lack something.</param>
    public static IReadOnlySet<int> Unenforced(
        GovernorLevel level,
        bool isPaused,
        DecidedQueries decided,
        Func<int, int> poolOf,
        IReadOnlyDictionary<int, string> lacking
    ) =>
        level != GovernorLevel.Enforce || isPaused
            ? new HashSet<int>()
            : decided
                .Queries.Where(each =>
                    each.PoolNumber != 0
                    && (poolOf(each.Query.ProcessId) != each.PoolNumber || lacking.ContainsKey(each.PoolNumber))
                )
                .Select(each => each.Query.ProcessId)
                .ToHashSet();

    /// <summary>The pools of which a setting should work on running queries and was not read back, by number, each with
    /// the reason.</summary>
    /// <param name="pools">Pools and parts of pools.</param>
    /// <param name="outcomes">What the sidecar read back; a pool that is not among them was not asked for yet.</param>
    public static IReadOnlyDictionary<int, string> Lacking(
        IEnumerable<PoolAllotment> pools,
        IReadOnlyList<PoolOutcome> outcomes
    )
    {
        var lacking = new Dictionary<int, string>();
        foreach (var pool in pools.Where(each => each.Throttles))
        {
            if (
                outcomes.FirstOrDefault(each => each.Number == pool.Number) is { } outcome
                && pool.Settings.FirstOrDefault(each =>
                    each.Effect == OnRunning
                    && !IsReleased(each.Name, outcome)
                    && !IsInForce(each.Name, each.Effect, pool.Throttles, outcome)
                )
                    is { } missing
            )
            {
                var why = outcome.Problems is [var first, ..] ? first : "it was not read back";
                lacking[pool.Number] = $"pool {pool.Pool.Name} has no {missing.Name}: {why}";
            }
        }

        return lacking;
    }

    // What the sidecar takes off by itself is neither in force nor missing.
    private static bool IsReleased(string? name, PoolOutcome? outcome) =>
        name is "cpu weight" or "cpu cap" && outcome is { CpuLever: not null, IsRelaxed: true };

    /// <summary>Whether a setting is in force; a pool that takes nothing from its queries has what it asks for.</summary>
    internal static bool IsInForce(string? name, string? effect, bool throttles, PoolOutcome? outcome) =>
        effect == OnRunning
        && (
            !throttles
            || outcome is not null
                && name switch
                {
                    "cpu weight" or "cpu cap" => outcome is { CpuLever: not null, IsRelaxed: false },
                    "cache" => outcome.CacheMask is not null,
                    "memory bandwidth" => outcome.CacheMask?.Contains("MB:", StringComparison.Ordinal) == true,
                    "io read" or "io reads" => outcome.ReadLimit is not null,
                    _ => !outcome.Problems.Any(problem => problem.StartsWith($"{name}:", StringComparison.Ordinal)),
                }
        );
}
