namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>What EXPLAIN has inside, and whether it runs that.</summary>
/// <param name="Runs">With ANALYZE.</param>
/// <param name="Inner">The text of the statement inside.</param>
internal sealed record ExplainStatement(bool Runs, string Inner)
{
    /// <summary>Reads one; null for any other statement and for what is not understood.</summary>
    public static ExplainStatement? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (tokens.Count < 2 || !tokens[0].Is(text, "explain"))
        {
            return null;
        }

        var hasOptions = tokens[1].IsSymbol(text, '(') && !(tokens.Count > 2 && BeginsQuery(text, tokens[2]));
        var (runs, first) = hasOptions ? Options(text, tokens) : Words(text, tokens);
        return first < tokens.Count && tokens[first].Kind is SqlTokenKind.Word or SqlTokenKind.Symbol
            ? new ExplainStatement(runs, text[tokens[first].Start..])
            : null;
    }

    // EXPLAIN (SELECT ...) has no options.
    private static bool BeginsQuery(string text, SqlToken token) =>
        token.Is(text, "select")
        || token.Is(text, "with")
        || token.Is(text, "values")
        || token.Is(text, "table")
        || token.IsSymbol(text, '(');

    private static (bool Runs, int First) Words(string text, List<SqlToken> tokens)
    {
        var (runs, next) = (false, 1);
        for (; next < tokens.Count; next++)
        {
            var isAnalyze = IsAnalyze(text, tokens[next]);
            if (!isAnalyze && !tokens[next].Is(text, "verbose"))
            {
                break;
            }

            runs |= isAnalyze;
        }

        return (runs, next);
    }

    /// <summary>Of an option that is given twice the last counts, as the server has it.</summary>
    private static (bool Runs, int First) Options(string text, List<SqlToken> tokens)
    {
        var runs = false;
        for (var i = 2; i < tokens.Count; i++)
        {
            if (tokens[i].IsSymbol(text, ')'))
            {
                return (runs, i + 1);
            }

            runs = IsAnalyze(text, tokens[i]) ? i + 1 >= tokens.Count || !IsOff(tokens[i + 1].In(text)) : runs;
        }

        return (runs, tokens.Count);
    }

    private static bool IsAnalyze(string text, SqlToken token) =>
        token.Is(text, "analyze") || token.Is(text, "analyse");

    private static bool IsOff(ReadOnlySpan<char> value) =>
        value.Trim('\'') is var plain
        && (
            plain.Equals("off", StringComparison.OrdinalIgnoreCase)
            || plain.Equals("false", StringComparison.OrdinalIgnoreCase)
            || plain is "0"
        );
}
