namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A column as its data are made.</summary>
/// <param name="Name">As the catalog has it.</param>
/// <param name="Type">The base type's name.</param>
/// <param name="Size">Characters, or digits before the point; 0 where nothing limits them.</param>
/// <param name="IsNullable">It may be null.</param>
/// <param name="IsKey">It alone tells rows apart.</param>
/// <param name="References">The table whose key it holds, quoted; null for most.</param>
/// <param name="Labels">Of an enumeration.</param>
internal sealed record ColumnSketch(
    string Name,
    string Type,
    int Size,
    bool IsNullable,
    bool IsKey,
    string? References,
    ImmutableArray<string> Labels
);
