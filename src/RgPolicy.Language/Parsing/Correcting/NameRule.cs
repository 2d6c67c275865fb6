using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Names that are none: with <c>-</c> or <c>.</c>, in quotes, of several words, or beginning
/// with a digit.</summary>
internal sealed partial class NameRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Forgotten(tokens, index)
        ?? (
            !IsExpected(tokens, index) ? null
            : tokens.IsText(index) ? Quoted(tokens, index)
            : Joined(tokens, index) ?? (Declares(tokens, index) ? Apart(tokens, index) : null)
        );

    // `class a -> when ...`: `when` would be the pool. What is put in only helps to read on.
    private static (Correction Correction, int Next)? Forgotten(RawTokens tokens, int index)
    {
        var isForgotten =
            tokens.Type(index) == RgPolicyLexer.ARROW && tokens.Is(index + 1, "when") && !tokens.Is(index + 2, "when");
        var end = isForgotten ? tokens.End(index) : 0;
        return isForgotten
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    end,
                    "Expected a pool's name after `->`.",
                    [new Replacement(end, end, " _")]
                ),
                index + 1
            )
            : null;
    }

    private static bool Declares(RawTokens tokens, int index) =>
        index == 1
        && tokens.Type(0)
            is RgPolicyLexer.POOL
                or RgPolicyLexer.CLASS
                or RgPolicyLexer.LET
                or RgPolicyLexer.WINDOW
                or RgPolicyLexer.STATE
                or RgPolicyLexer.RULE;

    private static bool IsExpected(RawTokens tokens, int index) =>
        Declares(tokens, index)
        || tokens.Type(index - 1)
            is RgPolicyLexer.ARROW
                or RgPolicyLexer.DURING
                or RgPolicyLexer.YIELDS
                or RgPolicyLexer.TO
        || index == 1 && tokens.Type(0) is RgPolicyLexer.OBJECTIVE or RgPolicyLexer.IN
        || tokens.Type(index - 1) is RgPolicyLexer.CLASS or RgPolicyLexer.POOL && index > 1
        || tokens.Type(index - 1) == RgPolicyLexer.LIKE && tokens.Type(index - 2) == RgPolicyLexer.CORES;

    private static (Correction Correction, int Next)? Quoted(RawTokens tokens, int index)
    {
        var name = Plain(tokens.Text(index)[1..^1]);
        return name is null ? null
            : Instead(tokens, index, index + 1, name, "A name stands without quotes") is var (correction, next)
                ? (correction with { Habit = "quoted name" }, next)
            : null;
    }

    private static (Correction Correction, int Next)? Joined(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (
            tokens.Touches(end - 1)
            && (tokens.IsWord(end) || tokens.IsNumber(end) || tokens.Text(end) is "-" or "." or "/" or "$" or "@")
            && tokens.Type(end) != RgPolicyLexer.ARROW
        )
        {
            end++;
        }

        var text = tokens.Slice(index, end);
        var isName = tokens.IsWord(index) || tokens.Type(index) == RgPolicyLexer.INTEGER;
        return isName && end > index + 1 && Plain(text) is { } name && name != text
            ? Instead(
                tokens,
                index,
                end,
                name,
                char.IsAsciiDigit(text[0])
                    ? "A name begins with a letter or `_`, not with a digit"
                    : "Names hold letters, digits and `_`, no "
                        + $"`{text.First(letter => !char.IsLetterOrDigit(letter) && letter != '_')}`"
            )
            : null;
    }

    /// <summary><c>class my class -></c></summary>
    private static (Correction Correction, int Next)? Apart(RawTokens tokens, int index)
    {
        var end = index;
        while (
            tokens.IsWord(end)
            && !(
                end > index && (tokens.Type(end) is RgPolicyLexer.ON or RgPolicyLexer.WHEN || IsRuleFrame(tokens, end))
            )
        )
        {
            end++;
        }

        var isEnd =
            tokens.Type(end)
            is RgPolicyLexer.ARROW
                or RgPolicyLexer.LEFT_BRACE
                or RgPolicyLexer.EQUAL
                or RgPolicyLexer.ON;
        var mayMiss = tokens.Type(0) == RgPolicyLexer.POOL && tokens.Type(index + 1) != RgPolicyLexer.IDENTIFIER;
        return end > index + 1 && isEnd && !mayMiss
            ? Instead(
                tokens,
                index,
                end,
                string.Join('_', Enumerable.Range(index, end - index).Select(tokens.Text)),
                "A name is one word"
            )
            : null;
    }

    // `rule r for class a {`, `rule r for a {`
    private static bool IsRuleFrame(RawTokens tokens, int index) =>
        tokens.Type(0) == RgPolicyLexer.RULE
        && (
            tokens.Type(index) == RgPolicyLexer.CLASS
            || tokens.Type(index + 1) == RgPolicyLexer.CLASS
            || RuleHeadRule.IsForClass(tokens, index)
        );

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string name,
        string why
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1001", start, end, $"{why}: write `{name}`.", [new Replacement(start, end, name)])
            {
                Fix = $"Write `{name}`",
                IsSafe = false,
            },
            next
        );
    }

    private static string? Plain(string text)
    {
        var name = Foreign().Replace(text, "_").Trim('_');
        return name.Length == 0 ? null
            : char.IsDigit(name[0]) ? "_" + name
            : name;
    }

    [GeneratedRegex(@"[^\p{L}\p{Nd}_]+", RegexOptions.NonBacktracking)]
    private static partial Regex Foreign();
}
