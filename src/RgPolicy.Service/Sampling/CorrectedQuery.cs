using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Service.Sampling;

/// <summary>A query that runs, and what is handed out in its place.</summary>
/// <param name="Given">As it was observed last.</param>
/// <param name="Key">Its plan; null while its statement or its plan is not known.</param>
/// <param name="History">What was known of that plan when it was met first.</param>
/// <param name="HandedOut">The query with its plan corrected.</param>
internal sealed record CorrectedQuery(
    ObservedQuery Given,
    SampledPlanKey? Key,
    PlanHistory History,
    ObservedQuery HandedOut
)
{
    private const string Corrected = "corrected by samples";

    /// <summary>Corrects a query.</summary>
    /// <param name="given">The query.</param>
    /// <param name="key">Its plan.</param>
    /// <param name="history">What is known of that plan.</param>
    /// <param name="caches">The caches that it was judged against.</param>
    public static CorrectedQuery Of(ObservedQuery given, SampledPlanKey? key, PlanHistory history, CacheSizes caches) =>
        new(given, key, history, Replace(given, history, caches));

    /// <summary>The same execution by the same plan, observed again: with the estimate that it began with.</summary>
    public CorrectedQuery Again(ObservedQuery given, CacheSizes caches) =>
        ReferenceEquals(given.Plan, Given.Plan)
            ? this with
            {
                Given = given,
                HandedOut = ReferenceEquals(Given.Plan, HandedOut.Plan) ? given : given with { Plan = HandedOut.Plan },
            }
            : Of(given, Key, History, caches);

    private static ObservedQuery Replace(ObservedQuery given, PlanHistory history, CacheSizes caches)
    {
        if (given.Plan is not { Profile: { } estimated } plan)
        {
            return given;
        }

        var profile = history.Correct(estimated, caches);
        return ReferenceEquals(profile, estimated)
            ? given
            : given with
            {
                Plan = PlanFacts.Known(profile, plan.Source.Length > 0 ? $"{plan.Source}, {Corrected}" : Corrected),
            };
    }
}

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
