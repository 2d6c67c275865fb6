using System.Globalization;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Statistics;

/// <summary>What is known of the plan of a statement that does not run now. Nothing is planned again here, so no more
/// than that it looks at few rows, and changes few: how long it took is with its waits for locks, which tell nothing of
/// rows.</summary>
internal static class DigestPlan
{
    private const double FewRows = 1_000;

    private static readonly PlanFacts Untold = PlanFacts.Absent(
        "a digest has no plan, and only a running statement shows one: rgp record, then suggest from the recording"
    );

    /// <summary>What is known.</summary>
    public static PlanFacts Of(StatementFacts statement, CountedDigest digest)
    {
        if (StatementProfile.FromKind(statement.Kind) is { } known)
            return PlanFacts.Known(known, "kind");
        if (statement.IsTruncated)
            return PlanFacts.Absent("the server keeps only the beginning of its digest; raise max_digest_length");
        return HasPlan(statement.Kind) && digest.RowsTouched <= FewRows * digest.Executions
            ? PlanFacts.Known(OfFew(statement.Kind, digest), "inferred")
            : Untold;
    }

    private static bool HasPlan(StatementKind kind) => kind == StatementKind.Select || Writes(kind);

    private static bool Writes(StatementKind kind) =>
        kind is StatementKind.Insert or StatementKind.Update or StatementKind.Delete or StatementKind.Merge;

    private static PlanProfile OfFew(StatementKind kind, CountedDigest digest) =>
        new()
        {
            Shape = PlanShape.Oltp,
            ShapeProvenance = Provenance.Inferred,
            Writes = Writes(kind),
            Reason = string.Create(
                CultureInfo.InvariantCulture,
                $"it looks at few rows ({digest.RowsTouched / digest.Executions:0} on average)"
            ),
        };
}
