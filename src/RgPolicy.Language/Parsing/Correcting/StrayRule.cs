using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A parenthesis that closes nothing, and a word that is missing its place.</summary>
internal sealed class StrayRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (tokens.Type(index) != RgPolicyLexer.RIGHT_PAREN || tokens.OpenBefore(index) > 0)
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (new Correction("RG1001", start, end, "`)` closes nothing: leave it out.", [new Replacement(start, end, "")]) { Fix = "Remove `)`" }, index + 1);
    }
}
