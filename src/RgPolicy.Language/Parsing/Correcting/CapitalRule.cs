using System.Collections.Immutable;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words of the language in capitals, as SQL has them: <c>NOT LIKE</c>, <c>WHEN</c>. All those
/// of a text are one mistake.</summary>
internal sealed class CapitalRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var (edits, next) = (ImmutableArray.CreateBuilder<Replacement>(), index);
        while (Small(tokens, next) is var (small, end))
        {
            edits.Add(new Replacement(tokens.Start(next), tokens.End(end - 1), small));
            next = end;
        }

        if (edits.Count == 0)
        {
            return null;
        }

        var meant = string.Join(' ', edits.Select(edit => edit.Text));
        return (
            new Correction(
                "RG1005",
                tokens.Start(index),
                tokens.End(next - 1),
                $"Words are written in small letters: `{meant}` instead of `{tokens.Slice(index, next)}`.",
                edits.ToImmutable()
            )
            {
                Fix = $"Write `{meant}`",
                Habit = "A",
            },
            next
        );
    }

    private static (string Small, int End)? Small(RawTokens tokens, int index)
    {
        var isJoined = tokens.IsAny(index, "not") && tokens.IsComparison(index + 1); // `NOT >` is one mistake.
        if (tokens.Type(index) != RgPolicyLexer.IDENTIFIER || isJoined || IsName(tokens, index))
        {
            return null;
        }

        if (tokens.SignalEnd(index) is var end and > 0)
        {
            var name = tokens.Slice(index, end).ToLowerInvariant();
            return name == tokens.Slice(index, end) || SignalCatalog.Find(name) is null ? null : (name, end);
        }

        var isCall = tokens.Is(index + 1, "(") && tokens.Touches(index) || IsBehindCall(tokens, index);
        return !isCall && Words.InSmallLetters(tokens.Text(index)) is { } word ? (word, index + 1) : null;
    }

    // `APP_NAME() LIKE`: told with the function.
    private static bool IsBehindCall(RawTokens tokens, int index) =>
        tokens.Is(index - 1, ")") && tokens.Is(index - 2, "(") && tokens.Type(index - 3) == RgPolicyLexer.IDENTIFIER;

    // Names may be written in any letters.
    private static bool IsName(RawTokens tokens, int index) =>
        tokens.Type(index - 1) is RgPolicyLexer.ARROW or RgPolicyLexer.DOT or RgPolicyLexer.COMMA or RgPolicyLexer.EQUAL
        || tokens.IsComparison(index - 1)
        || tokens.Type(index + 1) == RgPolicyLexer.ARROW && !tokens.IsAny(index, "default")
        || tokens.IsAny(
            index - 1,
            "class",
            "pool",
            "let",
            "window",
            "rule",
            "state",
            "objective",
            "to",
            "yields",
            "during",
            "strategy",
            "resource",
            "workload",
            "create",
            "alter"
        )
        || (tokens.Type(index - 1) == RgPolicyLexer.LIKE && tokens.Type(index - 2) == RgPolicyLexer.CORES);
}
