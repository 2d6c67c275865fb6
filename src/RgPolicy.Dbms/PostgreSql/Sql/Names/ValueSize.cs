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
    public static bool AreTooLarge(SqlText sql)
    {
        var size = new ExpandedSize(sql, double.MaxValue, countsCharacters: true);
        var (all, largest) = (size.Count(), size.LargestValue);
        return AreJoined(sql) ? all * all / 4 > MostPairs : largest * (all - largest) > MostPairs;
    }

    private static bool AreJoined(SqlText sql)
    {
        for (var at = 0; at + 1 < sql.Count; at++)
        {
            var isCall = sql.IsName(at) && sql.Is(at + 1, '(');
            if (isCall && (DoublingCalls.Contains(sql.Name(at)) || JoiningCalls.Contains(sql.Name(at))))
                return true;
            if (sql.IsOperator(at, "||"))
                return true;
            if (sql.Is(at, '[') && !sql.Is(at + 1, ']'))
                return true;
        }

        return false;
    }

    public static double Of(SqlText sql, int at)
    {
        var token = sql[at];
        if (token.Kind != SqlTokenKind.Number)
            return token.Kind == SqlTokenKind.Text ? token.Length : 1;
        var number = sql.In(at);
        if (
            number.IndexOfAny('e', 'E') is var e
            && e > 0
            && int.TryParse(number[(e + 1)..], CultureInfo.InvariantCulture, out var exponent)
        )
            return Math.Max(number.Length, Math.Abs((double)exponent));
        var isSize = sql.Is(at - 1, '(') && sql.IsName(at - 2) && Sized.Contains(sql.Name(at - 2));
        return Digits(number, 1 + (number.Length / DigitsOfOne), isSize);
    }

    public static bool Doubles(SqlText sql, int opened, int closed, int commas)
    {
        var before = opened - 1;
        if (sql.IsName(before) && !BeforeValue.Contains(sql.Name(before)))
        {
            if (DoublingCalls.Contains(sql.Name(before)))
                return true;
            for (
                var at = Math.Max(opened, closed - 4);
                sql.Is(before, "cast") && at < Math.Min(closed, sql.Count);
                at++
            )
                if (sql.IsName(at) && TextTypes.Contains(sql.Name(at)))
                    return true;
        }
        else if (commas > 0)
        {
            return true;
        }

        return sql.Is(closed + 1, ':')
            && sql.Is(closed + 2, ':')
            && sql.IsName(closed + 3)
            && TextTypes.Contains(sql.Name(closed + 3));
    }

    public static double Rounding(SqlText sql, int opened, int closed, int commas)
    {
        if (commas != 1 || !sql.IsName(opened - 1) || !Rounded.Contains(sql.Name(opened - 1)))
            return 0;
        var last = Math.Min(closed, sql.Count) - 1;
        var sign = sql.KindAt(last - 1) == SqlTokenKind.Operator ? 1 : 0;
        var isNumber =
            last - 1 - sign > opened && sql.Is(last - 1 - sign, ',') && sql.KindAt(last) == SqlTokenKind.Number;
        return isNumber ? Digits(sql.In(last), 0, isSize: true) : MostDigits;
    }

    private static double Digits(ReadOnlySpan<char> number, int otherwise, bool isSize) =>
        !isSize ? otherwise
        : !int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? MostDigits
        : size > NeverMind ? Math.Min(size, MostDigits)
        : otherwise;
}
