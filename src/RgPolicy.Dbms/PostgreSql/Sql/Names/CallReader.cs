using System.Collections.Frozen;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Tells which calls planning cannot carry out: it computes a function only where all arguments are constants,
/// and a column of a table is none. A column of a query, a function or a VALUES list can become one.</summary>
internal sealed class CallReader(string text, List<SqlToken> tokens, IReadOnlyList<ItemName> names)
{
    private const int LongestType = 10_000;
    private const int None = -1;

    // Words that are values and no columns. [src/backend/parser/gram.y, func_expr_common_subexpr, AexprConst]
    private static readonly FrozenSet<string> Values = WordList.Exact(
        """
        current_catalog current_date current_role current_schema current_time current_timestamp current_user
        default false localtime localtimestamp null session_user system_user true user
        """
    );

    // Types that a value is filled up to.
    private static readonly FrozenSet<string> Padded = WordList.Exact("bit bpchar char character nchar");

    // Of a name that means a table alone, and of every name where all do.
    private readonly Dictionary<string, ImmutableArray<int>> _places = names
        .GroupBy(n => n.Name, StringComparer.Ordinal)
        .Where(same => same.All(n => n.Range.IsTable))
        .ToDictionary(same => same.Key, Places, StringComparer.Ordinal);

    private readonly ImmutableArray<int> _all = names.Count > 0 && names.All(n => n.Range.IsTable) ? Places(names) : [];

    /// <summary>Each name that is called, and the places of one of whose tables a column is an argument; none where all
    /// arguments may be constants.</summary>
    public IReadOnlyList<FunctionCall> Read()
    {
        var calls = new List<FunctionCall>();
        // Of each open parenthesis the call that it belongs to, or none.
        var open = new Stack<int>();
        for (var at = 0; at < tokens.Count; at++)
        {
            if (tokens[at].IsSymbol(text, '(') || tokens[at].IsSymbol(text, '['))
            {
                var isCall = tokens[at].IsSymbol(text, '(') && at > 0 && SqlName.IsName(tokens[at - 1]);
                if (isCall)
                    calls.Add(new FunctionCall(Name(at - 1), Column(at + 1)));
                open.Push(isCall ? calls.Count - 1 : None);
            }
            else if (tokens[at].IsSymbol(text, ')') || tokens[at].IsSymbol(text, ']'))
                open.TryPop(out _);
            else if (tokens[at].IsSymbol(text, ',') && open.TryPeek(out var call) && call != None)
            {
                if (calls[call].Tables.IsEmpty)
                    calls[call] = calls[call] with { Tables = Column(at + 1) };
            }
            else if (tokens[at].Is(text, "collation") && at + 1 < tokens.Count && tokens[at + 1].Is(text, "for"))
                calls.Add(new FunctionCall("pg_collation_for", []));
            else if (tokens[at].Is(text, "system_user"))
                calls.Add(new FunctionCall("system_user", []));
        }

        return calls;
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

    private ImmutableArray<int> Column(int at)
    {
        if (at + 1 >= tokens.Count || !SqlName.IsName(tokens[at]))
            return [];
        if (Ends(at + 1))
            return tokens[at].Kind == SqlTokenKind.Word && Values.Contains(Name(at)) ? [] : _all;
        var isField =
            tokens[at + 1].IsSymbol(text, '.')
            && at + 3 < tokens.Count
            && SqlName.IsName(tokens[at + 2])
            && Ends(at + 3);
        return isField ? _places.GetValueOrDefault(Name(at), []) : [];
    }

    private static ImmutableArray<int> Places(IEnumerable<ItemName> names) =>
        [.. names.Select(n => n.Range.From).Distinct().Order()];

    private string Name(int at) => SqlName.Of(text, tokens[at]);

    private bool Ends(int at) => tokens[at].IsSymbol(text, ',') || tokens[at].IsSymbol(text, ')');
}
