namespace RgPolicy.Plans.Judge;

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
