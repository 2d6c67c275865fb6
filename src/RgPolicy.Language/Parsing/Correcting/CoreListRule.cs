namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Cores in brackets: <c>cores [0, 1, 2]</c>, <c>cores = [0..3]</c>.</summary>
internal sealed class CoreListRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var open = tokens.Text(index + 1) is "=" or ":" ? index + 2 : index + 1;
        if (!tokens.Is(index, "cores") || tokens.Text(open) is not ("[" or "(" or "{"))
        {
            return null;
        }

        var close = open + 1;
        while (tokens.IsNumber(close) || tokens.Text(close) is "," or "..")
        {
            close++;
        }

        return close > open + 1 && tokens.Text(close) is "]" or ")" or "}"
            ? (new Correction("RG1001", tokens.Start(open), tokens.End(close),
                $"Cores stand without brackets: write `cores {tokens.Slice(open + 1, close)}`.",
            [
                new Replacement(tokens.Start(index + 1), tokens.End(open), " "), new Replacement(tokens.Start(close), tokens.End(close), " "),
            ]) { Fix = "Remove the brackets" }, close + 1)
            : null;
    }
}
