namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Words by which the tables of a query are found. [src/backend/parser/gram.y]</summary>
internal static class FromClause
{
    public static readonly FrozenSet<string> EndsTables = WordList.Exact(
        "where group having window order limit offset fetch for"
    );

    public static readonly FrozenSet<string> EndsList = FrozenSet.ToFrozenSet(
        [.. EndsTables, "from", "union", "intersect", "except", "into"],
        StringComparer.Ordinal
    );

    /// <summary>They are never the name of a table, nor its alias without AS.</summary>
    public static readonly FrozenSet<string> NeverAnItem = FrozenSet.ToFrozenSet(
        [
            .. EndsTables,
            .. WordList.Of(
                "union intersect except select from join on using with table into as cross natural inner left right full values tablesample"
            ),
        ],
        StringComparer.Ordinal
    );
}
