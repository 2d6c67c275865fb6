using System.Collections.Frozen;

namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>
/// Tells which calls planning cannot carry out: it computes a function only where all arguments are constants, and a
/// column of a table is none. A column of a query, a function or a VALUES list can become one.
/// </summary>
internal sealed class CallReader(string text, List<SqlToken> tokens, IReadOnlyList<ItemName> names)
{
    private const int LongestType = 10_000;

    // Words that are values and no columns. [src/backend/parser/gram.y, func_expr_common_subexpr, AexprConst]
    private static readonly FrozenSet<string> Values = FrozenSet.ToFrozenSet(
        [
            "current_catalog",
            "current_date",
            "current_role",
            "current_schema",
            "current_time",
            "current_timestamp",
            "current_user",
            "default",
            "false",
            "localtime",
            "localtimestamp",
            "null",
            "session_user",
            "system_user",
            "true",
            "user",
        ],
        StringComparer.Ordinal
    );

    // Types that a value is filled up to.
    private static readonly FrozenSet<string> Padded = FrozenSet.ToFrozenSet(
        ["bit", "bpchar", "char", "character", "nchar"],
        StringComparer.Ordinal
    );

    private readonly bool _hasTablesAlone = names.Count > 0 && names.All(n => n.Range.IsTable);

    /// <summary>Each name that is called, and the places of one of whose tables a column is an argument; none where all
    /// arguments may be constants.</summary>
    public IEnumerable<(string Name, int[] Places)> Read()
    {
        for (var at = 0; at + 1 < tokens.Count; at++)
            if (SqlName.IsName(tokens[at]) && tokens[at + 1].IsSymbol(text, '('))
                yield return (SqlName.Of(text, tokens[at]), Places(at + 1));
            else if (tokens[at].Is(text, "collation") && tokens[at + 1].Is(text, "for"))
                yield return ("pg_collation_for", []);
            else if (tokens[at].Is(text, "system_user"))
                yield return ("system_user", []);
    }

    /// <summary>Why a type of the text is too long, or null.</summary>
    public string? Problem()
    {
        for (var at = 0; at + 2 < tokens.Count; at++)
            if (
                SqlName.IsName(tokens[at])
                && tokens[at + 1].IsSymbol(text, '(')
                && Padded.Contains(SqlName.Of(text, tokens[at]))
                && !IsShort(at + 2)
            )
                return $"a {SqlName.Of(text, tokens[at])} in it may have more than {LongestType} characters";
        return null;
    }

    private bool IsShort(int at) =>
        at + 1 < tokens.Count
        && tokens[at + 1].IsSymbol(text, ')')
        && (
            tokens[at].Kind != SqlTokenKind.Number || (int.TryParse(tokens[at].In(text), out var n) && n <= LongestType)
        );

    private int[] Places(int open)
    {
        var depth = 0;
        for (var at = open; at < tokens.Count; at++)
        {
            if (tokens[at].IsSymbol(text, '(') || tokens[at].IsSymbol(text, '['))
                depth++;
            else if (tokens[at].IsSymbol(text, ')') || tokens[at].IsSymbol(text, ']'))
                depth--;
            if (depth == 0)
                break;
            var begins = at == open || (depth == 1 && tokens[at].IsSymbol(text, ','));
            if (begins && Column(at + 1) is { Length: > 0 } places)
                return places;
        }

        return [];
    }

    /// <summary>The places of whose table an argument is a column, and nothing else.</summary>
    private int[] Column(int at)
    {
        if (at + 1 >= tokens.Count || !SqlName.IsName(tokens[at]))
            return [];
        if (Ends(at + 1))
            return _hasTablesAlone && !(tokens[at].Kind == SqlTokenKind.Word && Values.Contains(Name(at)))
                ? [.. names.SelectMany(n => n.Range.Places).Distinct()]
                : [];
        if (
            !tokens[at + 1].IsSymbol(text, '.')
            || at + 3 >= tokens.Count
            || !SqlName.IsName(tokens[at + 2])
            || !Ends(at + 3)
        )
            return [];
        var meant = names.Where(n => n.Name == Name(at)).ToArray();
        return meant.Length > 0 && meant.All(n => n.Range.IsTable)
            ? [.. meant.SelectMany(n => n.Range.Places).Distinct()]
            : [];
    }

    private string Name(int at) => SqlName.Of(text, tokens[at]);

    private bool Ends(int at) => tokens[at].IsSymbol(text, ',') || tokens[at].IsSymbol(text, ')');
}
