using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Statements of other languages that begin a line: <c>* -> p</c>, <c>"pool": { ... }</c>, <c>if plan.writes then q else p</c>,
/// and <c>end</c> on a line of its own.
/// </summary>
internal sealed class ForeignStatementRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        !tokens.IsFirstOnLine(index) || tokens.IsInBraces(index) ? null
        : Rest(tokens, index) ?? Json(tokens, index) ?? Choice(tokens, index) ?? End(tokens, index);

    // What no class takes goes by `default`.
    private static (Correction Correction, int Next)? Rest(RawTokens tokens, int index)
    {
        var isRest = tokens.Type(index + 1) == RgPolicyLexer.ARROW
            && tokens.IsAny(index, "*", "_", "all", "any", "others", "other", "rest", "everything", "everyone");
        return isRest ? Instead(tokens, index, index + 1, "default", "RG1005", "Write `default` instead of `" + tokens.Text(index) + "`.", "Write `default`") : null;
    }

    private static (Correction Correction, int Next)? Json(RawTokens tokens, int index)
    {
        var isMember = tokens.IsText(index) && tokens.Is(index + 1, ":") && tokens.Text(index + 2) is "{" or "[";
        return isMember ? Instead(tokens, index, tokens.Count, "", "RG1001",
            "A policy is not written as JSON: write statements such as `pool NAME { cache 20% }` and `class NAME -> POOL when CONDITION`.") : null;
    }

    private static (Correction Correction, int Next)? Choice(RawTokens tokens, int index)
    {
        var end = CharacterRule.BehindLine(tokens, index);
        var then = index + 1;
        while (then < end && !tokens.IsAny(then, "then"))
        {
            then++;
        }

        var isChoice = tokens.IsAny(index, "if", "when") && then < end && then > index + 1 && tokens.IsWord(then + 1);
        return isChoice ? Instead(tokens, index, end, "", "RG1001",
            $"A class says what goes to which pool: write `class NAME -> {tokens.Text(then + 1)} when {tokens.Slice(index + 1, then)}`, and `default -> POOL` for the rest.") : null;
    }

    private static (Correction Correction, int Next)? End(RawTokens tokens, int index)
    {
        var isAlone = CharacterRule.BehindLine(tokens, index) == index + 1;
        return isAlone && tokens.IsAny(index, "end", "endif", "done", "fi", "endclass", "endpool") && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            ? Instead(tokens, index, index + 1, "", "RG1005", $"`{tokens.Text(index)}` has no meaning: a statement ends where the next begins.", "Remove it")
            : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int from, int next, string meant, string code, string message, string? fix = null)
    {
        var (start, end) = (tokens.Start(from), tokens.End(next - 1));
        return (new Correction(code, start, tokens.End(from), message, [new Replacement(start, end, meant)]) { Fix = fix }, next);
    }
}
