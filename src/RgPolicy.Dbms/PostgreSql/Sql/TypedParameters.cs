using System.Collections.Frozen;
using System.Text;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>
/// What pg_stat_statements makes of a constant behind its type, such as <c>date $1</c>, and of a field, such as
/// <c>extract($1 from d)</c>, is no SQL. Both are written here so that the server reads them.
/// </summary>
internal static class TypedParameters
{
    private static readonly FrozenSet<string> Types = (
        "date time timestamp timestamptz timetz interval bool boolean smallint int int2 int4 int8 integer bigint real float "
        + "float4 float8 numeric decimal text varchar bpchar bytea uuid json jsonb xml inet cidr macaddr point box regclass "
        + "oid tsvector tsquery int4range int8range numrange daterange tsrange tstzrange"
    )
        .Split(' ')
        .ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private const int LongestType = 11;

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
        for (var index = 0; index < tokens.Count; index++)
        {
            if (IsField(text, tokens, index))
            {
                yield return (tokens[index].Start, tokens[index].End, "date_part");
                yield return (tokens[index + 3].Start, tokens[index + 3].End, ",");
                index += 3;
            }
            else if (TypeAt(text, tokens, index) is var (words, type))
            {
                var last = index + words;
                var parameter = tokens[last].In(text);
                last += IsUnit(text, tokens, last + 1) ? 1 : 0;
                if (last + 1 < tokens.Count && tokens[last + 1].Is(text, "to") && IsUnit(text, tokens, last + 2))
                    last += 2;
                yield return (tokens[index].Start, tokens[last].End, $"cast({parameter} as {type})");
                index = last;
            }
        }
    }

    private static bool IsField(string text, List<SqlToken> tokens, int at) =>
        at + 3 < tokens.Count
        && tokens[at].Is(text, "extract")
        && tokens[at + 1].IsSymbol(text, '(')
        && tokens[at + 2].Kind == SqlTokenKind.Parameter
        && tokens[at + 3].Is(text, "from");

    /// <summary>How many words a type has that a parameter follows, and its name; null for anything else.</summary>
    private static (int Words, string Type)? TypeAt(string text, List<SqlToken> tokens, int at)
    {
        if (tokens[at].Kind != SqlTokenKind.Word || (at > 0 && tokens[at - 1].IsSymbol(text, '.')))
            return null;
        if (tokens[at].Is(text, "double") && IsParameter(tokens, at + 2) && tokens[at + 1].Is(text, "precision"))
            return (2, "double precision");
        if (tokens[at].Length > LongestType || !Types.Contains(tokens[at].In(text).ToString()))
            return null;
        var type = tokens[at].In(text).ToString().ToLowerInvariant();
        if (IsParameter(tokens, at + 1))
            return (1, type);
        if (IsParameter(tokens, at + 4) && tokens[at + 1].IsSymbol(text, '(') && tokens[at + 3].IsSymbol(text, ')'))
            return (4, $"{type}({tokens[at + 2].In(text)})");
        return
            IsParameter(tokens, at + 4)
            && tokens[at + 2].Is(text, "time")
            && tokens[at + 3].Is(text, "zone")
            && (tokens[at + 1].Is(text, "with") || tokens[at + 1].Is(text, "without"))
            ? (4, $"{type} {tokens[at + 1].In(text)} time zone")
            : null;
    }

    private static bool IsParameter(List<SqlToken> tokens, int at) =>
        at < tokens.Count && tokens[at].Kind == SqlTokenKind.Parameter;

    private static bool IsUnit(string text, List<SqlToken> tokens, int at) =>
        at < tokens.Count && Array.Exists(Units, word => tokens[at].Is(text, word));
}
