using RgPolicy.Dbms.MySql.Sql;

namespace RgPolicy.Dbms.MySql.Live;

/// <summary>What a statement's text says is to be done with the rows that it reads. The text tells no more than that:
/// which tables it means, and how they are read, the server tells.</summary>
internal sealed record StatementClauses
{
    // The value of a parameter is not in the text. A page is short.
    private const long LimitByParameter = 100;

    /// <summary>Rows of several tables are brought together: a JOIN, or several tables in one FROM.</summary>
    public bool Joins { get; private init; }

    /// <summary>Rows of one query follow those of another: UNION and the like.</summary>
    public bool Unites { get; private init; }

    public bool Groups { get; private init; }

    /// <summary>A value is computed over the rows around each row.</summary>
    public bool HasWindows { get; private init; }

    public bool Filters { get; private init; }

    /// <summary>Rows are made of rows that were made before, and so may come from no table.</summary>
    public bool IsRecursive { get; private init; }

    /// <summary>It has a query, also within a write.</summary>
    public bool HasQuery { get; private init; }

    /// <summary>The most rows that the last LIMIT lets through; null without one.</summary>
    public long? Limit { get; private init; }

    public static StatementClauses Of(string text)
    {
        var tokens = SqlLexer.Tokens(text, SqlDialect.AnyMySql);
        var words = new MySqlKeywords(text, tokens);
        var unites = words.Has(0, "UNION") || words.Has(0, "EXCEPT") || words.Has(0, "INTERSECT");
        return new StatementClauses
        {
            Joins = words.Has(0, "JOIN") || words.Has(0, "STRAIGHT_JOIN") || HasListOfTables(text, tokens, words),
            Unites = unites,
            Groups =
                words.HasPair(0, "GROUP", ["BY"])
                || words.Has(0, "DISTINCT")
                || words.Has(0, "DISTINCTROW")
                || (unites && !words.HasPair(0, "UNION", ["ALL"])),
            HasWindows = words.Has(0, "OVER"),
            Filters = words.Has(0, "WHERE"),
            IsRecursive = words.Has(0, "RECURSIVE"),
            HasQuery = words.Has(0, "SELECT") || words.Has(0, "TABLE"),
            Limit = LimitOf(text, tokens, words),
        };
    }

    // A comma behind FROM on its own level, before the next clause.
    private static bool HasListOfTables(string text, List<SqlToken> tokens, MySqlKeywords words)
    {
        for (var from = words.SkipTo(0, ["FROM"]); from < tokens.Count; from = words.SkipTo(from + 1, ["FROM"]))
        {
            var depth = 0;
            for (var i = from + 1; i < tokens.Count && depth >= 0; i++)
            {
                if (tokens[i].IsSymbol(text, '('))
                    depth++;
                else if (tokens[i].IsSymbol(text, ')'))
                    depth--;
                else if (depth == 0 && tokens[i].IsSymbol(text, ','))
                    return true;
                else if (depth == 0 && words.At(i) is { } word && EndsTables(word))
                    break;
            }
        }

        return false;
    }

    private static bool EndsTables(string word) =>
        word is "WHERE" or "GROUP" or "HAVING" or "ORDER" or "LIMIT" or "UNION" or "WINDOW" or "FOR" or "INTO" or "SET";

    // LIMIT 10, LIMIT 20, 10 and LIMIT 10 OFFSET 20.
    private static long? LimitOf(string text, List<SqlToken> tokens, MySqlKeywords words)
    {
        long? last = null;
        for (var at = words.SkipTo(0, ["LIMIT"]); at < tokens.Count; at = words.SkipTo(at + 1, ["LIMIT"]))
        {
            var first = ValueAt(text, tokens, at + 1);
            var isPair = at + 2 < tokens.Count && tokens[at + 2].IsSymbol(text, ',');
            var skipped =
                isPair ? first
                : words.At(at + 2) == "OFFSET" ? ValueAt(text, tokens, at + 3)
                : 0;
            last = (isPair ? ValueAt(text, tokens, at + 3) : first) + skipped;
        }

        return last;
    }

    private static long ValueAt(string text, List<SqlToken> tokens, int at) =>
        at < tokens.Count
        && tokens[at].Kind == SqlTokenKind.Number
        && long.TryParse(tokens[at].In(text), NumberStyles.None, CultureInfo.InvariantCulture, out var value)
            ? Math.Min(value, int.MaxValue)
            : LimitByParameter;
}
