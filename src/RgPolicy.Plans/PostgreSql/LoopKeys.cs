namespace RgPolicy.Plans.PostgreSql;

/// <summary>The keys of a loop's look-ups.</summary>
/// <param name="Looked">The column that is looked up by.</param>
/// <param name="Source">The column that the keys come from.</param>
/// <param name="SourceRows">Rows of the relation that they come from.</param>
internal readonly record struct LoopKeys(ColumnFigures Looked, ColumnFigures Source, double SourceRows);
