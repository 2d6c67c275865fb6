namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Tells which calls planning cannot carry out: it computes a function only where all arguments are constants,
/// and a column of a table is none. A column of a query, a function or a VALUES list can become one.</summary>
internal sealed class CallReader(SqlText sql, IReadOnlyList<ItemName> names)
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
        for (var at = 0; at < sql.Count; at++)
        {
            if (sql.Is(at, '(') || sql.Is(at, '['))
            {
                var isCall = sql.Is(at, '(') && sql.IsName(at - 1);
                if (isCall)
                    calls.Add(new FunctionCall(sql.Name(at - 1), Column(at + 1)));
                open.Push(isCall ? calls.Count - 1 : None);
            }
            else if (sql.Is(at, ')') || sql.Is(at, ']'))
                open.TryPop(out _);
            else if (sql.Is(at, ',') && open.TryPeek(out var call) && call != None)
            {
                if (calls[call].Tables.IsEmpty)
                    calls[call] = calls[call] with { Tables = Column(at + 1) };
            }
            else if (sql.Is(at, "collation") && sql.Is(at + 1, "for"))
                calls.Add(new FunctionCall("pg_collation_for", []));
            else if (sql.Is(at, "system_user"))
                calls.Add(new FunctionCall("system_user", []));
        }

        return calls;
    }

    /// <summary>Why a type of the text is too long, or null.</summary>
    public string? Problem()
    {
        for (var at = 0; at + 2 < sql.Count; at++)
            if (sql.IsName(at) && sql.Is(at + 1, '(') && Padded.Contains(sql.Name(at)) && !IsShort(at + 2))
                return $"a {sql.Name(at)} in it may have more than {LongestType} characters";
        return null;
    }

    private bool IsShort(int at) =>
        sql.Is(at + 1, ')')
        && (sql.KindAt(at) != SqlTokenKind.Number || (int.TryParse(sql.In(at), out var n) && n <= LongestType));

    private ImmutableArray<int> Column(int at)
    {
        if (at + 1 >= sql.Count || !sql.IsName(at))
            return [];
        if (Ends(at + 1))
            return sql.IsOneOf(at, Values) ? [] : _all;
        var isField = sql.Is(at + 1, '.') && sql.IsName(at + 2) && Ends(at + 3);
        return isField ? _places.GetValueOrDefault(sql.Name(at), []) : [];
    }

    private static ImmutableArray<int> Places(IEnumerable<ItemName> names) =>
        [.. names.Select(n => n.Range.From).Distinct().Order()];

    private bool Ends(int at) => sql.Is(at, ',') || sql.Is(at, ')');
}
