using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>What is known of a query's plan.</summary>
/// <param name="State">Pending, known, absent or expected.</param>
/// <param name="Profile">Set exactly when known or expected.</param>
/// <param name="Source">How it was obtained, such as <c>re-explain</c>, <c>pg_show_plans</c>, <c>kind</c>,
/// <c>inferred</c>; or why it is absent.</param>
internal sealed record PlanFacts(PlanState State, PlanProfile? Profile, string Source)
{
    /// <summary>The plan has not arrived yet.</summary>
    public static PlanFacts Pending { get; } = new(PlanState.Pending, null, "");

    /// <summary>A plan that was read.</summary>
    public static PlanFacts Known(PlanProfile profile, string source) => new(PlanState.Known, profile, source);

    /// <summary>The plan of an execution with other constants.</summary>
    public static PlanFacts Expected(PlanProfile profile, string source) => new(PlanState.Expected, profile, source);

    /// <summary>No plan can come, for this reason.</summary>
    public static PlanFacts Absent(string reason) => new(PlanState.Absent, null, reason);
}

/// <summary>Whether a plan is known.</summary>
internal enum PlanState
{
    /// <summary>It will come.</summary>
    Pending,

    /// <summary>It is here.</summary>
    Known,

    /// <summary>It cannot come any more: none exists, or it may not be read.</summary>
    Absent,

    /// <summary>Another execution's, of the same statement with other constants. It may be this one's too.</summary>
    Expected,
}

/// <summary>What plans are judged against on a target.</summary>
internal static class PlanJudging
{
    /// <summary>The target's caches.</summary>
    public static CacheSizes CachesOf(TargetProfile target) => new CacheSizes(target.LlcBytes, target.L2Bytes);

    /// <summary>How documents of plans are read for it.</summary>
    public static PlanReaderOptions Options(TargetProfile target)
    {
        var caches = CachesOf(target);
        return new PlanReaderOptions { LlcBytes = caches.LlcBytes, L2Bytes = caches.L2Bytes };
    }
}
