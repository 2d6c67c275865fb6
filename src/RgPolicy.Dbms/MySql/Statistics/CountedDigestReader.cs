using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Statistics;

/// <summary>Reads what a server has counted, what took longest first.</summary>
internal static class CountedDigestReader
{
    public static async Task<List<CountedDigest>> ReadAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        var found = new List<CountedDigest>();
        await link.ReadAsync(
            Sql(link.IsMariaDb),
            row =>
                found.Add(
                    new CountedDigest(
                        row.GetString(0),
                        row.GetString(1),
                        row.GetInt64(2),
                        row.GetDouble(3),
                        row.GetDouble(4),
                        row.GetDouble(5),
                        row.GetDouble(6),
                        row.GetInt64(7)
                    )
                ),
            cancellationToken
        );
        return found;
    }

    // Picoseconds of a few months are more than a whole number with a sign holds.
    private static string Sql(bool isMariaDb)
    {
        var most = isMariaDb
            ? "CAST(LEAST(@@GLOBAL.max_digest_length, @@GLOBAL.performance_schema_max_digest_length) AS SIGNED)"
            : "9223372036854775807";
        return "SELECT COALESCE(SCHEMA_NAME, ''), COALESCE(DIGEST_TEXT, ''), CAST(COUNT_STAR AS SIGNED), "
            + "SUM_TIMER_WAIT / 1e12, MAX_TIMER_WAIT / 1e12, GREATEST(SUM_ROWS_EXAMINED, SUM_ROWS_AFFECTED) + 0e0, "
            + $"GREATEST(0, UNIX_TIMESTAMP() - UNIX_TIMESTAMP(FIRST_SEEN)) + 0e0, {most} "
            + "FROM performance_schema.events_statements_summary_by_digest "
            + "WHERE COUNT_STAR > 0 ORDER BY SUM_TIMER_WAIT DESC, DIGEST, SCHEMA_NAME";
    }
}

/// <summary>What a server has counted of one statement in one database.</summary>
/// <remarks><c>Database</c>: the session's database; empty for none. <c>Text</c>: the server's text of the digest;
/// empty for what it has not told apart any more. <c>Seconds</c>: how long all of them took. <c>Longest</c>: how long
/// the longest took, seconds. <c>RowsTouched</c>: rows that all of them looked at or changed, whichever is more.
/// <c>Age</c>: how long ago it ran first, seconds. <c>MostBytes</c>: how many bytes of a digest the server
/// keeps.</remarks>
internal sealed record CountedDigest(
    string Database,
    string Text,
    long Executions,
    double Seconds,
    double Longest,
    double RowsTouched,
    double Age,
    long MostBytes
);

/// <summary>What is known of the plan of a statement that does not run now. Nothing is planned again here, so no more
/// than that it looks at few rows, and changes few: how long it took is with its waits for locks, which tell nothing of
/// rows.</summary>
internal static class DigestPlan
{
    private const double FewRows = 1_000;

    private static readonly PlanFacts Untold = PlanFacts.Absent(
        "a digest has no plan, and only a running statement shows one: rgp record, then suggest from the recording"
    );

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
            Reason = FormattableString.Invariant(
                $"it looks at few rows ({digest.RowsTouched / digest.Executions:0} on average)"
            ),
        };
}
