namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>Where a text has values, as an application would send them; not numbers of columns, sizes
/// of types and the like.</summary>
internal sealed class LiteralPlaces(string text, List<SqlToken> tokens)
{
    private static readonly string[] Types =
    [
        "numeric",
        "decimal",
        "char",
        "varchar",
        "character",
        "varying",
        "float",
        "time",
        "timestamp",
        "interval",
        "bit",
    ];

    private static readonly string[] Starred = ["date", "time", "timestamp", "interval"];

    private static readonly string[] BeforeValues =
    [
        "select",
        "distinct",
        "all",
        "where",
        "and",
        "or",
        "not",
        "like",
        "ilike",
        "between",
        "in",
        "then",
        "else",
        "when",
        "case",
        "limit",
        "offset",
        "on",
        "having",
        "first",
        "next",
        "by",
    ];

    private static readonly string[] AfterOrdinals =
    [
        "asc",
        "desc",
        "nulls",
        "limit",
        "having",
        "order",
        "union",
        "offset",
        "fetch",
        "intersect",
        "except",
        "window",
    ];

    private static readonly string[] Comparisons = ["=", "<", ">", "<=", ">=", "<>", "!=", "~", "~*", "~~"];

    private static readonly string[] Fields =
    [
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "years",
        "months",
        "days",
    ];

    /// <summary>The token is a value.</summary>
    public bool IsValue(int at) =>
        tokens[at].Kind switch
        {
            SqlTokenKind.Text => tokens[at].In(text)[0] == '\'' && IsPlainText(at),
            SqlTokenKind.Number => !IsOrdinal(at)
                && !IsSizeOfType(at)
                && !IsFrame(at)
                && !IsNegative(at)
                && !IsAfterName(at),
            _ => false,
        };

    /// <summary>Something is compared with it, by an operator, a list or a pattern, or as a range's
    /// end; or it is a page's size.</summary>
    public bool IsCompared(int at)
    {
        var before = at > 0 && Starred.Any(type => tokens[at - 1].Is(text, type)) ? at - 2 : at - 1;
        if (before < 0)
            return false;
        if (IsWord(before, "like", "ilike", "between", "limit", "offset") || IsComparison(before))
            return true;
        return (IsWord(before, "and") && IsInRange(before)) || IsInList(before);
    }

    private bool IsPlainText(int at) =>
        at == 0
        || tokens[at - 1].Kind != SqlTokenKind.Word
        || IsWord(at - 1, BeforeValues)
        || (IsWord(at - 1, Starred) && !IsWord(at + 1, Fields));

    private bool IsAfterName(int at) =>
        at > 0 && tokens[at - 1].Kind == SqlTokenKind.Word && !IsWord(at - 1, BeforeValues);

    private bool IsOrdinal(int at)
    {
        if (at == 0 || !(IsWord(at + 1, AfterOrdinals) || at + 1 >= tokens.Count || IsSymbol(at + 1, ",);")))
            return false;
        for (int i = at - 1, depth = 0; i >= 0 && depth >= 0; i--)
        {
            if (IsSymbol(i, ")"))
                depth++;
            else if (IsSymbol(i, "("))
                depth--;
            else if (depth == 0 && IsWord(i, "by"))
                return IsWord(at - 1, "by") || IsSymbol(at - 1, ",");
            else if (depth == 0 && IsWord(i, "select", "where", "from", "having", "limit", "values"))
                return false;
        }

        return false;
    }

    private bool IsSizeOfType(int at)
    {
        var open = at - 1;
        while (open > 0 && (IsSymbol(open, ",") || tokens[open].Kind == SqlTokenKind.Number))
            open--;
        return open > 0 && IsSymbol(open, "(") && IsWord(open - 1, Types);
    }

    private bool IsFrame(int at) => IsWord(at + 1, "preceding", "following");

    private bool IsNegative(int at) =>
        at > 0
        && tokens[at - 1].In(text) is "-"
        && (
            at == 1
            || tokens[at - 2].Kind == SqlTokenKind.Operator
            || IsSymbol(at - 2, "(,")
            || IsWord(at - 2, BeforeValues)
        );

    private bool IsInRange(int and)
    {
        for (int i = and - 1, depth = 0; i >= 0 && depth >= 0; i--)
        {
            if (IsSymbol(i, ")"))
                depth++;
            else if (IsSymbol(i, "("))
                depth--;
            else if (depth == 0 && IsWord(i, "between"))
                return true;
            else if (depth == 0 && IsWord(i, "and", "or", "where", "on", "having"))
                return false;
        }

        return false;
    }

    private bool IsInList(int before)
    {
        while (before > 0 && (IsSymbol(before, ",") || tokens[before].Kind is SqlTokenKind.Text or SqlTokenKind.Number))
            before--;
        return before > 0 && IsSymbol(before, "(") && IsWord(before - 1, "in");
    }

    private bool IsComparison(int at) =>
        tokens[at].Kind == SqlTokenKind.Operator
        && Comparisons.Contains(tokens[at].In(text).ToString(), StringComparer.Ordinal);

    private bool IsSymbol(int at, string symbols) =>
        at < tokens.Count
        && tokens[at].Kind == SqlTokenKind.Symbol
        && symbols.Contains(text[tokens[at].Start], StringComparison.Ordinal);

    private bool IsWord(int at, params string[] words) =>
        at < tokens.Count && Array.Exists(words, word => tokens[at].Is(text, word));
}
