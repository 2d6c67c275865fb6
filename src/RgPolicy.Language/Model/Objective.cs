using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>A goal for a class's elapsed time.</summary>
/// <param name="Class">Whose.</param>
/// <param name="Percentile">50, 95, 99 or 99.9.</param>
/// <param name="Target">Not above this.</param>
/// <param name="Yields">Pools that give way, in this order.</param>
/// <param name="Range">Where it stands.</param>
public sealed record Objective(
    QueryClass Class,
    Rational Percentile,
    TimeSpan Target,
    ImmutableArray<Pool> Yields,
    TextRange Range
);

/// <summary>Which queries have the slots of several pools beside each other [VLDB'09].</summary>
/// <param name="Kind">Which of them.</param>
/// <param name="Over">The pools; empty for all that have slots.</param>
/// <param name="Range">Where it stands.</param>
public sealed record SlotSchedule(SlotScheduleKind Kind, ImmutableArray<Pool> Over, TextRange Range)
{
    /// <summary>True where the slots of the pool are given by this schedule.</summary>
    public bool Holds(Pool pool) => Over.IsEmpty || Over.Any(each => each.Index == pool.Index);
}

/// <summary>The kinds of schedules.</summary>
public enum SlotScheduleKind
{
    /// <summary>Strong and moderate locality beside weak (MLS).</summary>
    Mix,

    /// <summary>The same locality together (SLS).</summary>
    Alike,
}

/// <summary>The policy's cache strategy.</summary>
/// <param name="Kind">Which.</param>
/// <param name="By">For dynamic: the signal that orders the classes.</param>
/// <param name="ReservePercent">For dynamic: the share that streaming classes have in common.</param>
/// <param name="Range">Where it stands.</param>
public sealed record CacheStrategy(CacheStrategyKind Kind, Signal? By, Rational? ReservePercent, TextRange Range);

/// <summary>How the ways of a domain are shared among pools.</summary>
public enum CacheStrategyKind
{
    /// <summary>Masks as written.</summary>
    Static,

    /// <summary>Re-split when the mix of running classes changes [DaMoN'21].</summary>
    Dynamic,

    /// <summary>Treatment by locality [VLDB'09].</summary>
    Locality,

    /// <summary>Feedback to the policy's objectives.</summary>
    Objective,
}
