using System.Collections.Frozen;
using RgPolicy.Language.Parsing.Generated;
using static RgPolicy.Language.Parsing.Generated.RgPolicyLexer;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The classes of tokens that patterns name in capitals; each gives the place behind what begins at one, or
/// -1.</summary>
internal static class TokenClasses
{
    private const int MostInside = 80;

    public static FrozenDictionary<string, Func<StatementReading, int, int>> ByName { get; } =
        new Dictionary<string, Func<StatementReading, int, int>>(StringComparer.Ordinal)
        {
            ["NAME"] = (text, at) => text.IsWord(at) ? at + 1 : -1,
            ["ID"] = One(IDENTIFIER),
            ["WORD"] = (text, at) => text.Type(at) == IDENTIFIER && !text.IsFirstOnLine(at) ? at + 1 : -1,
            ["INT"] = One(INTEGER),
            ["NUM"] = One(INTEGER, DECIMAL),
            ["CLOCK"] = One(RgPolicyLexer.CLOCK),
            ["TEXT"] = One(STRING),
            ["UNIT"] = One(RgPolicyLexer.UNIT),
            ["COMP"] = One(EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL),
            ["SIGNAL"] = Signal,
            ["VALUE"] = Value,
            ["AMOUNT"] = Amount,
            ["ANY"] = (text, at) => text.Type(at) is LEFT_BRACE or RIGHT_BRACE or Eof ? -1 : at + 1,
            ["COND"] = (text, at) => Until(text, at, EndsCondition),
            ["INSIDE"] = (text, at) => Until(text, at, _ => false),
            ["ACTION"] = (text, at) => Until(text, at, EndsAction),
            ["LINE"] = Line,
            ["BLOCK"] = (text, at) => text.Type(at) == LEFT_BRACE ? Behind(text, Until(text, at + 1, _ => false)) : -1,
            ["LIST"] = (text, at) => text.Type(at) == LEFT_PAREN ? Behind(text, Until(text, at + 1, _ => false)) : -1,
            ["QUOTE"] = (text, at) => text.Type(at) == STRING && text.At(at).Text is "'" or "\"" ? at + 1 : -1,
            ["BACK"] = (text, at) => text.At(at).Text is "`" ? at + 1 : -1,
        }.ToFrozenDictionary(StringComparer.Ordinal);

    private const int Eof = Antlr4.Runtime.TokenConstants.EOF;

    private static Func<StatementReading, int, int> One(params int[] types) =>
        (text, at) => types.AsSpan().Contains(text.Type(at)) ? at + 1 : -1;

    private static int Signal(StatementReading text, int at)
    {
        if (!text.IsWord(at) || text.Type(at + 1) != DOT || !text.IsWord(at + 2) || text.Type(at - 1) == DOT)
            return -1;

        var end = at + 3;
        while (text.Type(end) == DOT && text.IsWord(end + 1))
            end += 2;

        // What is called is no part of the signal: `session.app.lower()`.
        return end > at + 3 && text.Type(end) == LEFT_PAREN ? end - 2 : end;
    }

    private static int Value(StatementReading text, int at)
    {
        var isWord =
            text.IsWord(at) && text.Type(at + 1) != DOT && !EndsCondition(text.Type(at)) && !IsJoint(text.Type(at));
        return Amount(text, at) is > 0 and var end ? end
            : text.Type(at) == EXACTLY && text.Type(at + 1) == STRING ? at + 2
            : text.Type(at) is STRING or VERSION || isWord ? at + 1
            : -1;
    }

    private static int Amount(StatementReading text, int at)
    {
        var number = text.Type(at) == MINUS ? at + 1 : at;
        return text.Type(number) is not (INTEGER or DECIMAL) ? -1
            : text.Type(number + 1) == UNIT ? number + 2
            : number + 1;
    }

    private static bool IsJoint(int type) =>
        type is AND or OR or NOT or IN or BETWEEN or LIKE or IS or CONTAINS or DURING;

    private static bool EndsCondition(int type) => type is THEN or WHEN or UNLESS or UNTIL or FOR or ARROW or UNKNOWN;

    private static bool EndsAction(int type) => type is THEN or WHEN or UNLESS or UNKNOWN;

    private static int Behind(StatementReading text, int close) =>
        text.Type(close) is RIGHT_PAREN or RIGHT_BRACE ? close + 1 : -1;

    // To what closes more than is opened, to the end, or to a token that ends it.
    private static int Until(StatementReading text, int at, Func<int, bool> ends)
    {
        var depth = 0;
        var most = Math.Min(text.Tokens.Length, at + MostInside);
        for (var place = at; place < most; place++)
        {
            var type = text.Type(place);
            depth += text.Tokens[place].Text switch
            {
                "(" or "{" or "[" => 1,
                ")" or "}" or "]" => -1,
                _ => 0,
            };
            if (depth < 0 || (depth == 0 && ends(type)) || (depth == 1 && type == LEFT_BRACE && ends(THEN)))
                return place;
        }

        return most == text.Tokens.Length ? most : -1;
    }

    private static int Line(StatementReading text, int at)
    {
        var place = at + 1;
        while (place < text.Tokens.Length && place - at < MostInside && !text.IsFirstOnLine(place))
            place++;

        return at < text.Tokens.Length && !text.IsFirstOnLine(at) ? place : -1;
    }
}
