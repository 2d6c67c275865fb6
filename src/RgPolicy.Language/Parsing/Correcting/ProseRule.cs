using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words where a question stands, of which none is a signal: <c>when query runs longer than 10 min</c>. The
/// whole question is one mistake.</summary>
internal sealed class ProseRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isProse =
            tokens.BeginsCondition(index)
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && !tokens.IsFirstOnLine(index + 1)
            && (
                tokens.Type(index + 1) == RgPolicyLexer.IDENTIFIER
                || tokens.IsAny(index + 1, "is", "has", "of", "on", "for")
            )
            && !tokens.IsJoint(index + 1);
        var end = isProse ? CallRule.QuestionEnd(tokens, index) : -1;
        if (end <= index || Enumerable.Range(index, end - index).Any(tokens.IsSignal))
        {
            return null;
        }

        var (start, last) = (tokens.Start(index), tokens.End(end - 1));
        return (
            new Correction(
                "RG1001",
                start,
                last,
                "A condition asks signals, such as `plan.shape = scan` or `request.elapsed > 10 min`: "
                    + $"`{Repairing.TokenText.Clip(tokens.Slice(index, end))}` asks none.",
                [new Replacement(start, last, CallRule.Neutral(tokens))]
            ),
            end
        );
    }
}
