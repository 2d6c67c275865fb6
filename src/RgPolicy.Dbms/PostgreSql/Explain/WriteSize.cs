namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What the query that finds the rows of a write tells of its size.</summary>
internal static class WriteSize
{
    // As many rows as a short statement touches at the most.
    private const decimal FewRows = 2_000;

    /// <summary>That it is large, in words that follow "it"; null where it is small, or that is not known.</summary>
    public static string? Describe(PlanProfile reading) =>
        reading.Shape switch
        {
            PlanShape.Scan => "finds its rows by a scan",
            PlanShape.Join => "finds its rows by a join",
            PlanShape.Aggregation => "finds its rows by an aggregation",
            PlanShape.Sort => "finds its rows by a sort",
            _ when reading.RowsReturned.Value is > FewRows and var rows => FormattableString.Invariant(
                $"writes about {rows:N0} rows"
            ),
            _ => null,
        };
}
