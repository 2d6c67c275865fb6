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
