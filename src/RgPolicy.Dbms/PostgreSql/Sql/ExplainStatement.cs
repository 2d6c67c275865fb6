namespace RgPolicy.Dbms.PostgreSql.Sql;

internal sealed record ExplainStatement(bool Runs, string Inner)
{
    /// <summary>Reads one; null for any other statement and for what is not understood.</summary>
    public static ExplainStatement? Read(string text)
    {
        var sql = new SqlText(text);
        if (sql.Count < 2 || !sql.Is(0, "explain"))
            return null;
        // EXPLAIN (SELECT ...) has no options.
        var hasOptions = sql.Is(1, '(') && !sql.BeginsQuery(2) && !sql.Is(2, '(');
        var (runs, first) = hasOptions ? Options(sql) : Words(sql);
        return first < sql.Count && sql.KindAt(first) is SqlTokenKind.Word or SqlTokenKind.Symbol
            ? new ExplainStatement(runs, text[sql[first].Start..])
            : null;
    }

    private static (bool Runs, int First) Words(SqlText sql)
    {
        var (runs, next) = (false, 1);
        for (; next < sql.Count; next++)
        {
            var isAnalyze = IsAnalyze(sql, next);
            if (!isAnalyze && !sql.Is(next, "verbose"))
                break;
            runs |= isAnalyze;
        }

        return (runs, next);
    }

    private static (bool Runs, int First) Options(SqlText sql)
    {
        var runs = false;
        for (var i = 2; i < sql.Count; i++)
        {
            if (sql.Is(i, ')'))
                return (runs, i + 1);
            runs = IsAnalyze(sql, i) ? !IsOff(sql.In(i + 1)) : runs;
        }

        return (runs, sql.Count);
    }

    private static bool IsAnalyze(SqlText sql, int at) => sql.Is(at, "analyze") || sql.Is(at, "analyse");

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
        var sql = new SqlText(text);
        if (sql.Count < 4 || !sql.Is(0, "copy"))
            return null;
        if (sql.Is(1, '('))
            return sql.Closing(1) is { } close && sql.Is(close + 1, "to") ? text[sql[1].End..sql[close].Start] : null;
        var to = sql.Tokens.FindIndex(t => t.Is(text, "to"));
        var from = sql.Tokens.FindIndex(t => t.Is(text, "from"));
        if (to < 2 || (from >= 0 && from < to))
            return null;
        var columns = sql.Tokens.FindIndex(t => t.IsSymbol(text, '('));
        var nameEnd = columns >= 0 && columns < to ? columns : to;
        if (nameEnd > 6)
            return null;
        return "SELECT * FROM " + sql.Between(1, nameEnd);
    }
}

/// <summary>The statement that PREPARE names, which is what EXECUTE runs.</summary>
internal static class PrepareStatement
{
    /// <summary>Its text; null for any other statement and for what is not understood.</summary>
    public static string? Read(string text)
    {
        var sql = new SqlText(text);
        if (!sql.Is(0, "prepare") || !sql.IsName(1))
            return null;
        var last = sql.Is(2, '(') ? sql.Closing(2) : 1;
        return last is { } at && sql.Is(at + 1, "as") && at + 2 < sql.Count ? text[sql[at + 2].Start..] : null;
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
        var sql = new SqlText(text);
        if (sql.Count < 4 || !sql.Is(0, "refresh") || !sql.Is(1, "materialized") || !sql.Is(2, "view"))
            return null;
        var first = sql.Is(3, "concurrently") ? 4 : 3;
        if (!IsNameAt(sql, first))
            return null;
        var isQualified = sql.Is(first + 1, '.');
        var last = isQualified ? first + 2 : first;
        var hasData = sql.Is(last + 1, "with") && sql.Is(last + 2, "data");
        if (!IsNameAt(sql, last) || !sql.IsEnd(last + (hasData ? 3 : 1)))
            return null;
        return new RefreshStatement(isQualified ? sql.Name(first) : "", sql.Name(last));
    }

    private static bool IsNameAt(SqlText sql, int at) => sql.IsName(at) && sql.IsCertainName(at);
}
