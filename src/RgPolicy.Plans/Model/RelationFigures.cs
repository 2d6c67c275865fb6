namespace RgPolicy.Plans;

/// <summary>What the catalog of a live server says of a table or an index.</summary>
/// <param name="Rows">Rows by the server's statistics, at the size that it has now; null where it was
/// never analysed.</param>
/// <param name="Pages">Pages of 8 KiB.</param>
public readonly record struct RelationFigures(double? Rows, double Pages)
{
    /// <summary>Its columns by name, as far as their statistics are known; null where none were asked for.</summary>
    public IReadOnlyDictionary<string, ColumnFigures>? Columns { get; init; }
}
