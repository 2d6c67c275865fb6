using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Queries that two policies treat differently.</summary>
/// <param name="Before">Their class in the old policy.</param>
/// <param name="After">Their class in the new policy.</param>
/// <param name="Condition">A condition that is true for them; some of the queries for which it is true
/// go to classes above.</param>
/// <param name="Sample">One of them.</param>
/// <param name="ChangesLimits">Something that is done with them differs too, not only the name of the class.</param>
public sealed record ChangedRegion(
    QueryClass Before,
    QueryClass After,
    string Condition,
    Sample Sample,
    bool ChangesLimits
)
{
    /// <summary>What differs beside pool and settings: rules, objectives, when the class is final;
    /// empty where nothing does.</summary>
    public string Beside { get; init; } = "";
}
