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

/// <summary>What the statistics of a live server say of a column.</summary>
/// <param name="Distinct">Different values.</param>
/// <param name="Correlation">How far rows stand in the order of its values: 0 not at all, 1 or -1 wholly; null where
/// the server does not tell.</param>
/// <param name="Low">The lowest value that is known, where values are numbers.</param>
/// <param name="High">The highest.</param>
public readonly record struct ColumnFigures(double Distinct, double? Correlation, double? Low, double? High);
