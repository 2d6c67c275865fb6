namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>One row of one table in a query.</summary>
/// <param name="Alias">The name that the query has for the table.</param>
/// <param name="Columns">The columns' names.</param>
/// <param name="Values">Their values; null for a NULL.</param>
internal sealed record SourceRow(string Alias, IReadOnlyList<string> Columns, object?[] Values)
{
    /// <summary>Where a column is, or -1.</summary>
    public int IndexOf(string column)
    {
        for (var at = 0; at < Columns.Count; at++)
            if (string.Equals(Columns[at], column, StringComparison.OrdinalIgnoreCase))
                return at;
        return -1;
    }

    /// <summary>The same table, with NULLs only.</summary>
    public SourceRow Missing() => this with { Values = new object?[Columns.Count] };
}
