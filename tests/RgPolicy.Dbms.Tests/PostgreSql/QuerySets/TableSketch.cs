namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A table as its data are made.</summary>
/// <param name="Name">Quoted.</param>
/// <param name="Columns">Those that are filled.</param>
internal sealed record TableSketch(string Name, ImmutableArray<ColumnSketch> Columns)
{
    /// <summary>How many rows it gets.</summary>
    public long Rows { get; init; }

    /// <summary>The tables that its columns refer to, without itself.</summary>
    public IEnumerable<string> References =>
        Columns
            .Select(column => column.References)
            .OfType<string>()
            .Where(name => name != Name)
            .Distinct(StringComparer.Ordinal);
}
