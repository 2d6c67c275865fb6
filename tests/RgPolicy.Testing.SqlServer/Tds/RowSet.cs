namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Rows with named columns; a NULL is null.</summary>
/// <param name="Columns">The columns' names; empty where one has none.</param>
/// <param name="Rows">One value for each column.</param>
internal sealed record RowSet(IReadOnlyList<string> Columns, IReadOnlyList<object?[]> Rows);
