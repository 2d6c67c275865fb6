using System.Globalization;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Statistics;

/// <summary>What is known of the plan of a statement that does not run now. Nothing is planned again here, so of a query
/// no more than that it looks at few rows.</summary>
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
        return statement.Kind switch
        {
            StatementKind.Insert or StatementKind.Update or StatementKind.Delete or StatementKind.Merge =>
                PlanFacts.Known(
                    StatementProfile.Inferred(statement.Kind, digest.Seconds / digest.Executions, null, 0),
                    "inferred"
                ),
            StatementKind.Select when digest.RowsExamined <= FewRows * digest.Executions => PlanFacts.Known(
                OfFew(digest),
                "inferred"
            ),
            _ => Untold,
        };
    }

    private static PlanProfile OfFew(CountedDigest digest) =>
        new()
        {
            Shape = PlanShape.Oltp,
            ShapeProvenance = Provenance.Inferred,
            Reason = string.Create(
                CultureInfo.InvariantCulture,
                $"it looks at few rows ({digest.RowsExamined / digest.Executions:0} on average)"
            ),
        };
}
