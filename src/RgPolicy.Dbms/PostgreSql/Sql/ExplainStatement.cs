using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Sql;

internal sealed record ExplainStatement(bool Runs, string Inner)
{
    /// <summary>Reads one; null for any other statement and for what is not understood.</summary>
    public static ExplainStatement? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (tokens.Count < 2 || !tokens[0].Is(text, "explain"))
            return null;
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
                break;
            runs |= isAnalyze;
        }

        return (runs, next);
    }

    private static (bool Runs, int First) Options(string text, List<SqlToken> tokens)
    {
        var runs = false;
        for (var i = 2; i < tokens.Count; i++)
        {
            if (tokens[i].IsSymbol(text, ')'))
                return (runs, i + 1);
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

/// <summary>What a COPY reads: PostgreSQL explains no COPY, but the query inside it, or a scan of its
/// table, is what it does.</summary>
internal static class CopyStatement
{
    /// <summary>The query that COPY ... TO runs, or null for COPY ... FROM and for what is not understood.</summary>
    public static string? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (tokens.Count < 4 || !tokens[0].Is(text, "copy"))
            return null;
        if (tokens[1].IsSymbol(text, '('))
            return Inner(text, tokens);
        var to = tokens.FindIndex(t => t.Is(text, "to"));
        var from = tokens.FindIndex(t => t.Is(text, "from"));
        if (to < 2 || (from >= 0 && from < to))
            return null;
        var columns = tokens.FindIndex(t => t.IsSymbol(text, '('));
        var nameEnd = columns >= 0 && columns < to ? columns : to;
        if (nameEnd > 6)
            return null;
        return "SELECT * FROM " + text[tokens[1].Start..tokens[nameEnd - 1].End];
    }

    private static string? Inner(string text, List<SqlToken> tokens)
    {
        var depth = 0;
        for (var i = 1; i < tokens.Count; i++)
        {
            if (tokens[i].IsSymbol(text, '('))
                depth++;
            else if (tokens[i].IsSymbol(text, ')'))
                depth--;
            if (depth == 0)
                return i + 1 < tokens.Count && tokens[i + 1].Is(text, "to")
                    ? text[tokens[1].End..tokens[i].Start]
                    : null;
        }

        return null;
    }
}

/// <summary>The statement that PREPARE names, which is what EXECUTE runs.</summary>
internal static class PrepareStatement
{
    /// <summary>Its text; null for any other statement and for what is not understood.</summary>
    public static string? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (
            tokens.Count < 4
            || !tokens[0].Is(text, "prepare")
            || tokens[1].Kind is not (SqlTokenKind.Word or SqlTokenKind.QuotedName)
        )
            return null;
        var depth = 0;
        for (var i = 2; i + 1 < tokens.Count; i++)
        {
            if (tokens[i].IsSymbol(text, '('))
                depth++;
            else if (tokens[i].IsSymbol(text, ')'))
                depth--;
            else if (depth == 0)
                return tokens[i].Is(text, "as") ? text[tokens[i + 1].Start..] : null;
        }

        return null;
    }
}

/// <summary>The materialized view whose query REFRESH MATERIALIZED VIEW runs.</summary>
/// <param name="Schema">Its schema, empty where the text has none.</param>
/// <param name="Name">Its name as the server has it.</param>
internal sealed record RefreshStatement(string Schema, string Name)
{
    /// <summary>Reads one; null for any other statement, for WITH NO DATA, which runs nothing, and for
    /// what is not understood.</summary>
    public static RefreshStatement? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (
            tokens.Count < 4
            || !tokens[0].Is(text, "refresh")
            || !tokens[1].Is(text, "materialized")
            || !tokens[2].Is(text, "view")
        )
            return null;
        var first = tokens[3].Is(text, "concurrently") ? 4 : 3;
        if (!IsNameAt(text, tokens, first))
            return null;
        var isQualified = first + 1 < tokens.Count && tokens[first + 1].IsSymbol(text, '.');
        var last = isQualified ? first + 2 : first;
        if (!IsNameAt(text, tokens, last) || !EndsAfter(text, tokens, last + 1))
            return null;
        return new RefreshStatement(isQualified ? SqlName.Of(text, tokens[first]) : "", SqlName.Of(text, tokens[last]));
    }

    private static bool IsNameAt(string text, List<SqlToken> tokens, int at) =>
        at < tokens.Count && SqlName.IsName(tokens[at]) && SqlName.IsCertain(text, tokens[at]);

    private static bool EndsAfter(string text, List<SqlToken> tokens, int at)
    {
        if (at + 1 < tokens.Count && tokens[at].Is(text, "with") && tokens[at + 1].Is(text, "data"))
            at += 2;
        return at == tokens.Count || (at == tokens.Count - 1 && tokens[at].IsSymbol(text, ';'));
    }
}
