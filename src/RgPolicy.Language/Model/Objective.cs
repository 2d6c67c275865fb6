using System.Collections.Immutable;
using RgPolicy.Language.Numbers;
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
