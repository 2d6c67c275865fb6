using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A parenthesis that closes nothing, and a mark at the end of a sentence.</summary>
internal sealed class StrayRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isClose = tokens.Type(index) == RgPolicyLexer.RIGHT_PAREN && tokens.OpenBefore(index) == 0;
        var isEnd =
            tokens.Type(index) is RgPolicyLexer.DOT or RgPolicyLexer.COMMA
            && (index == tokens.Count - 1 || tokens.IsFirstOnLine(index + 1))
            && index > 2;
        if (!isClose && !isEnd)
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                isClose
                    ? "`)` closes nothing: leave it out."
                    : $"`{tokens.Text(index)}` has no meaning at the end: leave it out.",
                [new Replacement(start, end, "")]
            )
            {
                Fix = $"Remove `{tokens.Text(index)}`",
            },
            index + 1
        );
    }
}
