namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Cores counted within a socket: <c>cores 0..3 of socket 1</c>; and all but some.</summary>
internal sealed class CorePlaceRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Is(index, "cores") ? Except(tokens, index) ?? Within(tokens, index) : null;

    // `cores all except 0, 1`
    private static (Correction Correction, int Next)? Except(RawTokens tokens, int index)
    {
        var end = index + 3;
        while (tokens.IsNumber(end) || tokens.Text(end) is "," or "..")
        {
            end++;
        }

        var isExcept =
            tokens.Is(index + 1, "all")
            && tokens.IsAny(index + 2, "except", "but", "without", "not", "-")
            && end > index + 3;
        return isExcept
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index + 2),
                    tokens.End(end - 1),
                    "Cores are named by those that are meant: write such as `cores 2..15` without "
                        + $"`{tokens.Slice(index + 2, end)}`.",
                    [new Replacement(tokens.Start(index + 2), tokens.End(end - 1), "")]
                ),
                end
            )
            : null;
    }

    private static (Correction Correction, int Next)? Within(RawTokens tokens, int index)
    {
        var of = index + 1;
        while (tokens.IsNumber(of) || tokens.Text(of) is "," or "..")
        {
            of++;
        }

        if (
            !tokens.Is(index, "cores")
            || of == index + 1
            || !tokens.IsAny(of, "of", "on", "in", "at")
            || !tokens.IsAny(of + 1, "socket", "node", "numa")
            || !tokens.IsNumber(of + 2)
        )
        {
            return null;
        }

        var (place, unit) = (tokens.Slice(of, of + 3), tokens.IsAny(of + 1, "socket") ? "socket" : "numa");
        return (
            new Correction(
                "RG1001",
                tokens.Start(of),
                tokens.End(of + 2),
                $"`{place}` has no meaning here: cores are counted over the whole host. Write their numbers there, "
                    + $"or `cores {unit} {tokens.Text(of + 2)}` for all cores of it.",
                [new Replacement(tokens.Start(of), tokens.End(of + 2), " ")]
            ),
            of + 3
        );
    }
}
