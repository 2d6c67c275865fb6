namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>Ranges both of whose ends are parameters. The server takes each for a two-hundredth of its table, because
/// it does not know the values: a page of an index and half a table have the same plan.</summary>
internal static class RangeParameters
{
    /// <summary>The text with the lower end in place of each such range, the least that can be read;
    /// null where there is none.</summary>
    public static string? Narrow(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        var (written, copied) = (new StringBuilder(text.Length), 0);
        for (var at = 0; at < tokens.Count; at++)
        {
            if ((Between(text, tokens, at) ?? Compared(text, tokens, at)) is not var (last, value))
                continue;
            written.Append(text, copied, tokens[at].Start - copied).Append("= ").Append(value);
            copied = tokens[last].End;
            at = last;
        }

        return copied == 0 ? null : written.Append(text, copied, text.Length - copied).ToString();
    }

    /// <summary>BETWEEN $1 AND $2, from its word on.</summary>
    private static (int Last, string Value)? Between(string text, List<SqlToken> tokens, int at)
    {
        if (!tokens[at].Is(text, "between") || (at > 0 && tokens[at - 1].Is(text, "not")))
            return null;
        if (ValueEnd(text, tokens, at + 1) is not { } low || !IsAt(text, tokens, low, "and"))
            return null;
        return ValueEnd(text, tokens, low + 1) is { } high
            ? (high - 1, text[tokens[at + 1].Start..tokens[low - 1].End])
            : null;
    }

    /// <summary>a >= $1 AND a &lt; $2, from its first operator on; also the other way round.</summary>
    private static (int Last, string Value)? Compared(string text, List<SqlToken> tokens, int at)
    {
        if (Direction(text, tokens, at) is not { } first || NameStart(text, tokens, at) is not { } name)
            return null;
        if (ValueEnd(text, tokens, at + 1) is not { } low || !IsAt(text, tokens, low, "and"))
            return null;
        var other = low + 1 + (at - name);
        if (Direction(text, tokens, other) is not { } second || first == second)
            return null;
        for (var i = name; i < at; i++)
            if (!tokens[i].In(text).Equals(tokens[low + 1 + i - name].In(text), StringComparison.OrdinalIgnoreCase))
                return null;
        return ValueEnd(text, tokens, other + 1) is { } high
            ? (high - 1, text[tokens[at + 1].Start..tokens[low - 1].End])
            : null;
    }

    private static bool? Direction(string text, List<SqlToken> tokens, int at)
    {
        if (at >= tokens.Count || tokens[at].Kind != SqlTokenKind.Operator)
            return null;
        return tokens[at].In(text) switch
        {
            ">" or ">=" => true,
            "<" or "<=" => false,
            _ => null,
        };
    }

    /// <summary>Where the name in front of an operator begins: a, t.a or s.t.a.</summary>
    private static int? NameStart(string text, List<SqlToken> tokens, int end)
    {
        if (end == 0 || !IsName(tokens[end - 1]))
            return null;
        var start = end - 1;
        while (start >= 2 && tokens[start - 1].IsSymbol(text, '.') && IsName(tokens[start - 2]))
            start -= 2;
        // In front of it stands what begins a condition: in x - a >= $1 the name is not all that is compared.
        return start == 0 || tokens[start - 1].Kind == SqlTokenKind.Word || tokens[start - 1].IsSymbol(text, '(')
            ? start
            : null;
    }

    /// <summary>Behind a parameter, with or without a cast, where the condition ends with it.</summary>
    private static int? ValueEnd(string text, List<SqlToken> tokens, int at)
    {
        if (at >= tokens.Count || tokens[at].Kind != SqlTokenKind.Parameter)
            return null;
        var end = at + 1;
        if (
            end + 2 < tokens.Count
            && tokens[end].IsSymbol(text, ':')
            && tokens[end + 1].IsSymbol(text, ':')
            && IsName(tokens[end + 2])
        )
            end += 3;
        return
            end == tokens.Count
            || tokens[end].Kind == SqlTokenKind.Word
            || tokens[end].IsSymbol(text, ')')
            || tokens[end].IsSymbol(text, ';')
            || tokens[end].IsSymbol(text, ',')
            ? end
            : null;
    }

    private static bool IsAt(string text, List<SqlToken> tokens, int at, string word) =>
        at < tokens.Count && tokens[at].Is(text, word);

    private static bool IsName(SqlToken token) => token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName;
}
