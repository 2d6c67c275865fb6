using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>What names in an expression stand for: the rows of the tables of a query, then those of the
/// query around it.</summary>
internal sealed record Scope(Scope? Outer, ImmutableArray<SourceRow> Rows)
{
    /// <summary>Nothing has a name.</summary>
    public static Scope Empty { get; } = new(null, []);

    /// <summary>The rows that an aggregate goes over; null outside of a grouped query.</summary>
    public IReadOnlyList<Scope>? Group { get; init; }

    /// <summary>A column's value.</summary>
    /// <exception cref="SqlFailure">There is none of that name.</exception>
    public object? Find(IList<Identifier> name)
    {
        var column = name[^1].Value;
        foreach (var row in Rows)
        {
            if (name.Count > 1 && !string.Equals(row.Alias, name[^2].Value, StringComparison.OrdinalIgnoreCase))
                continue;
            if (row.IndexOf(column) is >= 0 and var at)
                return row.Values[at];
        }

        return Outer is { } outer ? outer.Find(name) : throw new SqlFailure(207, $"Invalid column name '{column}'.");
    }
}
