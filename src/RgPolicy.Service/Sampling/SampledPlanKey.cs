using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Service.Sampling;

/// <summary>One plan of one login's statement: with other operators other estimates go wrong.</summary>
/// <param name="Statement">Whose statement it is.</param>
/// <param name="Outline">A hash of its shape and its operators, without their figures.</param>
internal readonly record struct SampledPlanKey(SampleKey Statement, int Outline)
{
    /// <summary>That of a query; null while its statement or its plan is not known.</summary>
    public static SampledPlanKey? Of(ObservedQuery query) =>
        SampleKey.Of(query) is { } statement && query.Plan.Profile is { } profile
            ? new(statement, OutlineOf(profile))
            : null;

    private static int OutlineOf(PlanProfile profile)
    {
        var hash = new HashCode();
        hash.Add(profile.Shape);
        foreach (var each in profile.Operators)
        {
            hash.Add(each.Parent);
            hash.Add(each.Name, StringComparer.Ordinal);
        }

        return hash.ToHashCode();
    }
}
