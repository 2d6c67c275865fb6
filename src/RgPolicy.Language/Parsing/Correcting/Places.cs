using RgPolicy.Language.Parsing.Repairing;
using static RgPolicy.Language.Parsing.Generated.RgPolicyLexer;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Says of each token of some lines in which statement and which part of it it stands.</summary>
internal static class Places
{
    public static Place[] Of(StatementReading text)
    {
        var places = new Place[text.Tokens.Length + 1];
        var (statement, condition, depth) = (Place.Head, Place.None, 0);
        for (var index = 0; index < text.Tokens.Length; index++)
        {
            var isFirst = index == 0 || text.IsFirstOnLine(index);
            if (isFirst && (depth <= 0 || index == 0) && Statement(text, index) is { } begun)
                (statement, condition, depth) = (begun, Place.None, 0);

            places[index] = statement | condition | (isFirst && depth <= 0 ? Place.Head : Place.None);
            depth += OpenBraces.Turn(text.Type(index));
            condition = Condition(text.Tokens[index].Type, text.Tokens[index].Text, condition);
        }

        places[^1] = statement | condition;
        return places;
    }

    private static Place? Statement(StatementReading text, int index) =>
        text.Type(index) switch
        {
            LET => Place.Let,
            WINDOW => Place.Window,
            POOL => Place.Pool,
            IN when text.Type(index + 2) is LEFT_BRACE => Place.Pool,
            CLASS => Place.Class,
            DEFAULT => Place.Default,
            CACHE when text.Type(index + 1) == STRATEGY => Place.Strategy,
            RULE => Place.Rule,
            STATE => Place.State,
            OBJECTIVE => Place.Objective,
            TEST => Place.Test,
            _ => index == 0 ? Place.Head : null,
        };

    private static Place Condition(int type, string text, Place before) =>
        type switch
        {
            WHEN or UNLESS or UNTIL => Place.Condition,
            THEN or LEFT_BRACE or RIGHT_BRACE or FOR => Place.None,
            IDENTIFIER when text.ToLowerInvariant() is "if" or "where" => Place.Condition,
            _ => before,
        };
}
