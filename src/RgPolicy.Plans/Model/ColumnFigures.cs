namespace RgPolicy.Plans;

/// <summary>What the statistics of a live server say of a column.</summary>
/// <param name="Distinct">Different values.</param>
/// <param name="Correlation">How far rows stand in the order of its values: 0 not at all, 1 or -1 wholly; null where
/// the server does not tell.</param>
/// <param name="Low">The lowest value that is known, where values are numbers.</param>
/// <param name="High">The highest.</param>
public readonly record struct ColumnFigures(double Distinct, double? Correlation, double? Low, double? High);
