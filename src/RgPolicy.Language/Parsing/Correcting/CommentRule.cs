using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Comments of SQL: <c>-- because</c>.</summary>
/// <param name="isSureOnly">True where the statement fits as it is: then a blank behind the signs tells a comment from
/// a number's signs.</param>
internal sealed class CommentRule(bool isSureOnly = false) : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isPair =
            tokens.Type(index) == RgPolicyLexer.MINUS
            && tokens.Type(index + 1) == RgPolicyLexer.MINUS
            && tokens.Touches(index);
        if (
            !isPair
            || !(isSureOnly ? IsSure(tokens.Content, tokens.Start(index)) : Begins(tokens.Content, tokens.Start(index)))
        )
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(index + 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                "`--` has no meaning here: comments begin with `//`.",
                [new Replacement(start, end, "//")]
            )
            {
                Fix = "Write `//`",
                Habit = "--",
            },
            CharacterRule.BehindLine(tokens, index)
        );
    }

    /// <summary>True for two signs that no number can have: blanks stand around them, and no number behind.</summary>
    public static bool IsSure(string content, int start) =>
        Begins(content, start) && (start + 2 >= content.Length || char.IsWhiteSpace(content[start + 2]));

    // `4 --5` is a number with two signs, `-- >` an arrow.
    private static bool Begins(string content, int start)
    {
        var isApart = start == 0 || char.IsWhiteSpace(content[start - 1]);
        var rest = content.AsSpan(start + 2).TrimStart(" \t-");
        return isApart && (rest.IsEmpty || !(char.IsAsciiDigit(rest[0]) || rest[0] is '(' or '>'));
    }
}
