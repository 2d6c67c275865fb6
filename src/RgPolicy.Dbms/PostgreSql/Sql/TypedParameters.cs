using System.Collections.Frozen;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>What pg_stat_statements makes of a constant behind its type, such as <c>date $1</c>, and of a field, such
/// as <c>extract($1 from d)</c>, is no SQL. Both are written here so that the server reads them.</summary>
internal static class TypedParameters
{
    private const int MostModifiers = 3;
    private const int LongestKeyword = 10;

    /// <summary>Words that a value may follow. A word that is none of them, and has a parameter behind it, is a
    /// type.</summary>
    private static readonly FrozenSet<string> BeginsValue = WordList.AnyCase(
        "all and any array as asymmetric at between both by case check collate columns content default distinct document "
            + "else empty error escape except first following for force from groups having ilike in increment is key "
            + "leading like limit maxvalue minvalue next not of offset on only or order overlaps passing path placing "
            + "range repeatable restart return returning row rows select set similar skip some start symmetric then to "
            + "trailing union until using value values variadic version when where with without within zone"
    );

    private static readonly string[] Units = ["year", "month", "day", "hour", "minute", "second"];

    /// <summary>The text with casts and calls in their place; the same where there is nothing to write anew.</summary>
    public static string Readable(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        var (written, copied) = (new StringBuilder(text.Length), 0);
        foreach (var (start, end, now) in Edits(text, tokens))
        {
            written.Append(text, copied, start - copied).Append(now);
            copied = end;
        }

        return copied == 0 ? text : written.Append(text, copied, text.Length - copied).ToString();
    }

    private static IEnumerable<(int Start, int End, string Now)> Edits(string text, List<SqlToken> tokens)
    {
        for (var index = 1; index < tokens.Count; index++)
        {
            if (tokens[index].Kind != SqlTokenKind.Parameter)
                continue;
            if (IsField(text, tokens, index))
            {
                yield return (tokens[index - 2].Start, tokens[index - 2].End, "date_part");
                yield return (tokens[index + 1].Start, tokens[index + 1].End, ",");
            }
            else if (TypeBefore(text, tokens, index) is { } first)
            {
                var type = text[tokens[first].Start..tokens[index - 1].End];
                type = type.Contains('"', StringComparison.Ordinal) ? type : type.ToLowerInvariant();
                var last = UnitsEnd(text, tokens, index);
                yield return (tokens[first].Start, tokens[last].End, $"cast({tokens[index].In(text)} as {type})");
                index = last;
            }
        }
    }

    private static bool IsField(string text, List<SqlToken> tokens, int at) =>
        at > 1
        && at + 1 < tokens.Count
        && tokens[at - 2].Is(text, "extract")
        && tokens[at - 1].IsSymbol(text, '(')
        && tokens[at + 1].Is(text, "from");

    /// <summary>Where the name of a type begins that a parameter stands behind, or null where it follows none:
    /// <c>schema.name(10, 2) with time zone</c> at most.</summary>
    private static int? TypeBefore(string text, List<SqlToken> tokens, int parameter)
    {
        var at = parameter - 1;
        var isZone = Is(text, tokens, at, "zone") && Is(text, tokens, at - 1, "time");
        if (isZone && (Is(text, tokens, at - 2, "with") || Is(text, tokens, at - 2, "without")))
            at -= 3;
        if (Modifiers(text, tokens, at) is { } opened)
            at = opened - 1;
        if (
            Is(text, tokens, at, "varying") || (Is(text, tokens, at, "precision") && Is(text, tokens, at - 1, "double"))
        )
            at--;
        if (!IsName(text, tokens, at))
            return null;
        if (Is(text, tokens, at - 1, "national"))
            return at - 1;
        while (
            at > 1
            && tokens[at - 1].IsSymbol(text, '.')
            && tokens[at - 2].Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName
        )
            at -= 2;
        return at;
    }

    private static int? Modifiers(string text, List<SqlToken> tokens, int close)
    {
        if (close < 0 || !tokens[close].IsSymbol(text, ')'))
            return null;
        var at = close - 1;
        while (
            at >= 0
            && close - at <= MostModifiers
            && (tokens[at].Kind == SqlTokenKind.Number || tokens[at].IsSymbol(text, ','))
        )
            at--;
        return at >= 0 && at < close - 1 && tokens[at].IsSymbol(text, '(') ? at : null;
    }

    private static bool IsName(string text, List<SqlToken> tokens, int at) =>
        at >= 0
        && (
            tokens[at].Kind == SqlTokenKind.QuotedName
            || (
                tokens[at].Kind == SqlTokenKind.Word
                && (tokens[at].Length > LongestKeyword || !BeginsValue.Contains(tokens[at].In(text).ToString()))
            )
        );

    private static bool Is(string text, List<SqlToken> tokens, int at, string word) =>
        at >= 0 && at < tokens.Count && tokens[at].Is(text, word);

    /// <summary>The last token of <c>day to second(2)</c> behind an interval; the parameter where there is none.</summary>
    private static int UnitsEnd(string text, List<SqlToken> tokens, int parameter)
    {
        var last = parameter;
        if (!IsUnit(text, tokens, last + 1))
            return last;
        last++;
        if (Is(text, tokens, last + 1, "to") && IsUnit(text, tokens, last + 2))
            last += 2;
        return last + 3 < tokens.Count && Modifiers(text, tokens, last + 3) == last + 1 ? last + 3 : last;
    }

    private static bool IsUnit(string text, List<SqlToken> tokens, int at) =>
        at < tokens.Count && Array.Exists(Units, word => tokens[at].Is(text, word));
}
