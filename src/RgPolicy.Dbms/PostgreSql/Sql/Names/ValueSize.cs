using System.Collections.Frozen;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>How large the values of a text are, and what makes larger ones of them.</summary>
internal static class ValueSize
{
    // So many are computed one with another in half a second. [measured: translate, jsonb @> jsonb, text[] @> text[]]
    private const double MostPairs = 50_000_000;

    // Digits behind the point of a numeric. [src/backend/utils/adt/numeric.c, NUMERIC_MAX_RESULT_SCALE]
    private const int MostDigits = 16_383;
    private const int NeverMind = 50;
    private const int DigitsOfOne = 4;

    // What comes out is up to twice as long as what goes in, or more once: hexadecimal digits, quotes, backslashes.
    private static readonly FrozenSet<string> DoublingCalls = WordList.Exact(
        "encode to_json to_jsonb row_to_json array_to_json json_build_array json_build_object jsonb_build_array "
            + "jsonb_build_object json_object jsonb_object json_array json_scalar json_serialize json jsonb_pretty row "
            + "concat concat_ws normalize"
    );

    private static readonly FrozenSet<string> JoiningCalls = WordList.Exact(
        "overlay jsonb_set jsonb_set_lax jsonb_insert array_append array_prepend array_cat textcat byteacat bitcat "
            + "tsvector_concat jsonb_concat anytextcat textanycat"
    );

    private static readonly FrozenSet<string> TextTypes = WordList.Exact(
        "text varchar character char bpchar name json jsonb jsonpath bytea tsvector tsquery citext hstore ltree unknown"
    );

    // The number behind their parenthesis says how many digits or characters there are.
    private static readonly FrozenSet<string> Sized = WordList.Exact(
        "bit char character nchar bpchar numeric decimal dec"
    );

    // Behind these a parenthesis is no call.
    private static readonly FrozenSet<string> BeforeValue = WordList.Exact(
        "and or not then else when case select distinct all where having on by limit offset"
    );

    private static readonly FrozenSet<string> Rounded = WordList.Exact("round trunc");

    /// <summary>Whether computing with them takes too long: each may be compared with each, character by character, in as
    /// many places as it is written out.</summary>
    public static bool AreTooLarge(string text, List<SqlToken> tokens)
    {
        var size = new ExpandedSize(text, tokens, double.MaxValue, countsCharacters: true);
        var (all, largest) = (size.Count(), size.LargestValue);
        return AreJoined(text, tokens) ? all * all / 4 > MostPairs : largest * (all - largest) > MostPairs;
    }

    private static bool AreJoined(string text, List<SqlToken> tokens)
    {
        for (var at = 0; at + 1 < tokens.Count; at++)
        {
            var isCall = SqlName.IsName(tokens[at]) && tokens[at + 1].IsSymbol(text, '(');
            if (isCall && (Has(DoublingCalls, text, tokens[at]) || Has(JoiningCalls, text, tokens[at])))
                return true;
            if (tokens[at].Kind == SqlTokenKind.Operator && tokens[at].In(text).SequenceEqual("||"))
                return true;
            if (tokens[at].IsSymbol(text, '[') && !tokens[at + 1].IsSymbol(text, ']'))
                return true;
        }

        return false;
    }

    public static double Of(string text, List<SqlToken> tokens, int at)
    {
        var token = tokens[at];
        if (token.Kind != SqlTokenKind.Number)
            return token.Kind == SqlTokenKind.Text ? token.Length : 1;
        var number = token.In(text);
        if (
            number.IndexOfAny('e', 'E') is var e
            && e > 0
            && int.TryParse(number[(e + 1)..], CultureInfo.InvariantCulture, out var exponent)
        )
            return Math.Max(number.Length, Math.Abs((double)exponent));
        var isSize =
            at >= 2
            && tokens[at - 1].IsSymbol(text, '(')
            && SqlName.IsName(tokens[at - 2])
            && Has(Sized, text, tokens[at - 2]);
        return Digits(number, 1 + (number.Length / DigitsOfOne), isSize);
    }

    public static bool Doubles(string text, List<SqlToken> tokens, int opened, int closed, int commas)
    {
        var before = opened > 0 ? tokens[opened - 1] : default;
        if (opened > 0 && SqlName.IsName(before) && !Has(BeforeValue, text, before))
        {
            if (Has(DoublingCalls, text, before))
                return true;
            for (
                var at = Math.Max(opened, closed - 4);
                before.Is(text, "cast") && at < Math.Min(closed, tokens.Count);
                at++
            )
                if (SqlName.IsName(tokens[at]) && Has(TextTypes, text, tokens[at]))
                    return true;
        }
        else if (commas > 0)
        {
            return true;
        }

        return closed + 3 < tokens.Count
            && tokens[closed + 1].IsSymbol(text, ':')
            && tokens[closed + 2].IsSymbol(text, ':')
            && SqlName.IsName(tokens[closed + 3])
            && Has(TextTypes, text, tokens[closed + 3]);
    }

    public static double Rounding(string text, List<SqlToken> tokens, int opened, int closed, int commas)
    {
        if (
            commas != 1
            || opened == 0
            || !SqlName.IsName(tokens[opened - 1])
            || !Has(Rounded, text, tokens[opened - 1])
        )
            return 0;
        var last = Math.Min(closed, tokens.Count) - 1;
        var sign = last > 0 && tokens[last - 1].Kind == SqlTokenKind.Operator ? 1 : 0;
        var isNumber =
            last - 1 - sign > opened
            && tokens[last - 1 - sign].IsSymbol(text, ',')
            && tokens[last].Kind == SqlTokenKind.Number;
        return isNumber ? Digits(tokens[last].In(text), 0, isSize: true) : MostDigits;
    }

    private static double Digits(ReadOnlySpan<char> number, int otherwise, bool isSize) =>
        !isSize ? otherwise
        : !int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? MostDigits
        : size > NeverMind ? Math.Min(size, MostDigits)
        : otherwise;

    private static bool Has(FrozenSet<string> words, string text, SqlToken token) =>
        words.Contains(SqlName.Of(text, token));
}
