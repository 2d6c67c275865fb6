using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Fetching;

/// <summary>Turns what the plan readers say into the facts of a query's plan.</summary>
internal static class PlanFactsMaker
{
    /// <summary>What the kind alone tells.</summary>
    public static PlanFacts FromKind(StatementKind kind) =>
        StatementProfile.FromKind(kind) is { } profile
            ? PlanFacts.Known(profile, "kind")
            : PlanFacts.Absent("a statement of this kind has no plan that can be read");

    /// <summary>What kind, history and age tell of a statement whose plan may not be read.</summary>
    public static PlanFacts Inferred(PlanAnswer answer, HistoryFacts? history, TimeSpan age) =>
        PlanFacts.Known(
            StatementProfile.Inferred(
                answer.Kind,
                history?.MeanElapsed?.TotalSeconds,
                history?.MeanBuffers,
                age.TotalSeconds,
                answer.LargeWrite
            ),
            "inferred"
        );

    /// <summary>Reads a plan.</summary>
    public static PlanFacts Read(string json, PlanReaderOptions options, string source)
    {
        var document = PlanReader.Read(json, options);
        return document.Statements is [{ HasPlan: true, Profile: var profile }, ..]
            ? PlanFacts.Known(profile, source)
            : PlanFacts.Absent(
                "the plan could not be read: " + string.Join("; ", document.Diagnostics.Select(d => d.Message))
            );
    }
}
