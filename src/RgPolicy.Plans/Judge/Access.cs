namespace RgPolicy.Plans.Judge;

/// <summary>What an operator that reaches a table reads.</summary>
/// <param name="RowsRead">Rows read or fetched over the whole statement.</param>
/// <param name="StreamedBytes">Bytes read in sequence over the whole statement.</param>
/// <param name="Pages">Different pages of the table or range.</param>
/// <param name="PagesPerProbe">Pages that one execution visits, index included.</param>
internal readonly record struct Access(Quantity RowsRead, Quantity StreamedBytes, Quantity Pages, double PagesPerProbe)
{
    /// <summary>All pages of its index, where they are known.</summary>
    public double? IndexPages { get; init; }

    public static Access None { get; } = new(default, default, default, 0);
}

/// <summary>Whether an access by a condition is a look-up or a range: few rows per execution.</summary>
internal static class PointRule
{
    /// <summary>One execution that fetches more is a range.</summary>
    public const double MostRows = 100;

    /// <summary>The same where it is repeated, as below nested loops.</summary>
    private const double MostRowsOfRepeated = 2_000;

    public static bool IsPoint(Quantity rowsRead, Quantity executions, double processes)
    {
        if (!rowsRead.IsKnown || !executions.IsKnown)
            return false;
        var repeats = executions.Value / processes;
        return rowsRead.Value / Math.Max(1, repeats) <= (repeats > 1 ? MostRowsOfRepeated : MostRows);
    }
}
