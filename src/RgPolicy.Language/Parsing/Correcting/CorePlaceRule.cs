namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Cores counted within a socket: <c>cores 0..3 of socket 1</c>.</summary>
internal sealed class CorePlaceRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var of = index + 1;
        while (tokens.IsNumber(of) || tokens.Text(of) is "," or "..")
        {
            of++;
        }

        if (!tokens.Is(index, "cores") || of == index + 1 || !tokens.IsAny(of, "of", "on", "in", "at") || !tokens.IsAny(of + 1, "socket", "node", "numa")
            || !tokens.IsNumber(of + 2))
        {
            return null;
        }

        var (place, unit) = (tokens.Slice(of, of + 3), tokens.IsAny(of + 1, "socket") ? "socket" : "numa");
        return (new Correction("RG1001", tokens.Start(of), tokens.End(of + 2),
            $"`{place}` has no meaning here: cores are counted over the whole host. Write their numbers there, or `cores {unit} {tokens.Text(of + 2)}` for all cores of it.",
            [new Replacement(tokens.Start(of), tokens.End(of + 2), " ")]), of + 3);
    }
}
