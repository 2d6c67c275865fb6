namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Why planning a text may go on without a look at interrupts, or take more memory than there is; or null.
/// What is allowed: a bounded number of names and of sorts, expressions that stay small where the server writes one in
/// the place of another, values that are not large together, and numbers that a double has.</summary>
internal static class PlanningSize
{
    /// <summary>How many names and values may be where everything is written in its place: half a second of
    /// planning.</summary>
    public const int MostExpanded = 50_000;

    /// <summary>Names of columns, tables, functions; conditions, lists and WITH queries are compared each with
    /// each.</summary>
    public const int MostNames = 2_500;

    /// <summary>Windows, sorts and aggregates with an order; planning compares all of them with all.</summary>
    public const int MostSorts = 150;

    // Libxml looks at no interrupt. [src/backend/utils/adt/xml.c, xml_parse]
    private const int LongestXml = 64 * 1024;

    private static readonly FrozenSet<string> Sorts = WordList.Exact("over order distinct");

    private static readonly FrozenSet<string> ReadXml = WordList.Exact(
        "document xmlconcat xmlparse xmlroot xmlserialize xmltable"
    );

    // Products of numbers with many digits are computed digit by digit. [PostgreSQL documentation, 8.1.2]
    private const int LargestExponent = 400;

    public static string? Problem(SqlText sql)
    {
        if (Words(sql, Sorts) > MostSorts)
            return $"it has more than {MostSorts} sorts and windows";
        if (Enumerable.Range(0, sql.Count).Count(at => IsName(sql, at)) > MostNames)
            return $"it has more than {MostNames} names";
        if (Words(sql, ReadXml) > 0 && sql.Tokens.Exists(t => t.Length > LongestXml))
            return $"XML in it may have more than {LongestXml / 1024} thousand characters";
        if (sql.Tokens.Exists(t => t.Kind is SqlTokenKind.Number or SqlTokenKind.Text && HasLongNumber(t.In(sql.Text))))
            return $"a number in it has more than {LargestExponent} digits";
        if (new ExpandedSize(sql, MostExpanded).Count() > MostExpanded)
            return $"its expressions become more than {MostExpanded} names and values where columns are written out";
        return ValueSize.AreTooLarge(sql) ? "its values become too large to be computed with each other" : null;
    }

    private static int Words(SqlText sql, FrozenSet<string> words) =>
        Enumerable.Range(0, sql.Count).Count(at => sql.IsOneOf(at, words));

    private static bool IsName(SqlText sql, int at) =>
        sql.IsName(at) && !sql.Is(at - 1, ':') && !sql.IsOneOf(at, ExpandedSize.NeverAColumn);

    /// <summary>A number with a large exponent, and no letters around it that would make it a part of something else.</summary>
    private static bool HasLongNumber(ReadOnlySpan<char> token)
    {
        for (var at = 1; at < token.Length; at++)
        {
            if (token[at] is not ('e' or 'E') || !IsDigit(token[at - 1]))
                continue;
            var begin = at;
            while (begin > 0 && IsDigit(token[begin - 1]))
                begin--;
            var end = at + 1 < token.Length && token[at + 1] == '+' ? at + 2 : at + 1;
            var exponent = 0;
            for (; end < token.Length && IsDigit(token[end]); end++)
                if (char.IsAsciiDigit(token[end]))
                    exponent = Math.Min(LargestExponent + 1, (exponent * 10) + (token[end] - '0'));
            var isPart = IsNamePart(token, begin - 1) || IsNamePart(token, end);
            if (exponent > LargestExponent && !isPart)
                return true;
            at = Math.Max(at, end - 1);
        }

        return false;
    }

    private static bool IsDigit(char c) => char.IsAsciiDigit(c) || c is '.' or '_';

    private static bool IsNamePart(ReadOnlySpan<char> token, int at) =>
        at >= 0 && at < token.Length && (char.IsAsciiLetterOrDigit(token[at]) || token[at] == '-');
}
