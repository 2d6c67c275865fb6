using System.Collections.Frozen;
using RgPolicy.Dbms.Texts;

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

    /// <summary>The reason, or null.</summary>
    public static string? Problem(string text, List<SqlToken> tokens)
    {
        if (Words(text, tokens, Sorts) > MostSorts)
            return $"it has more than {MostSorts} sorts and windows";
        if (Enumerable.Range(0, tokens.Count).Count(at => IsName(text, tokens, at)) > MostNames)
            return $"it has more than {MostNames} names";
        if (Words(text, tokens, ReadXml) > 0 && tokens.Exists(t => t.Length > LongestXml))
            return $"XML in it may have more than {LongestXml / 1024} thousand characters";
        if (tokens.Exists(t => t.Kind is SqlTokenKind.Number or SqlTokenKind.Text && HasLongNumber(t.In(text))))
            return $"a number in it has more than {LargestExponent} digits";
        if (new ExpandedSize(text, tokens, MostExpanded).Count() > MostExpanded)
            return $"its expressions become more than {MostExpanded} names and values where columns are written out";
        return ValueSize.AreTooLarge(text, tokens)
            ? "its values become too large to be computed with each other"
            : null;
    }

    private static int Words(string text, List<SqlToken> tokens, FrozenSet<string> words) =>
        tokens.Count(t => t.Kind == SqlTokenKind.Word && words.Contains(SqlName.Of(text, t)));

    private static bool IsName(string text, List<SqlToken> tokens, int at) =>
        SqlName.IsName(tokens[at])
        && !(at > 0 && tokens[at - 1].IsSymbol(text, ':'))
        && !(tokens[at].Kind == SqlTokenKind.Word && ExpandedSize.NeverAColumn.Contains(SqlName.Of(text, tokens[at])));

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
