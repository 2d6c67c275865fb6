using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Parts of other languages inside a sentence that else fits: <c>when ... when ...</c>, <c>then { cancel
/// }</c>, <c>else log</c>, <c>'a' || 'b'</c>, <c>collate x</c>.</summary>
internal sealed class LeftOverRule : ICorrectionRule
{
    private const int MostTokensBack = 60;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) switch
        {
            RgPolicyLexer.RULE => Verb(tokens, index)
                ?? ActionInBraces(tokens, index)
                ?? Otherwise(tokens, index)
                ?? ThenArrow(tokens, index)
                ?? Lasting(tokens, index)
                ?? DuringFirst(tokens, index),
            RgPolicyLexer.CLASS => SecondWhen(tokens, index),
            RgPolicyLexer.STATE => Until(tokens, index),
            RgPolicyLexer.LET or RgPolicyLexer.WINDOW or RgPolicyLexer.LANGUAGE => Mark(tokens, index),
            _ => null,
        }
        ?? Joined(tokens, index)
        ?? Collation(tokens, index);

    // `then return cancel`, `move to slow pool`
    private static (Correction Correction, int Next)? Verb(RawTokens tokens, int index) =>
        tokens.IsAny(index, "return", "do", "execute", "run", "perform", "call", "please")
        && tokens.IsAny(index - 1, "then")
        && StepRule.IsAction(tokens, index + 1)
            ? Removed(
                tokens,
                index,
                index + 1,
                $"An action stands right behind `then`: leave out `{tokens.Text(index)}`"
            )
        : tokens.Is(index, "pool") && tokens.Is(index - 2, "to") && tokens.IsWord(index - 1)
            ? Removed(
                tokens,
                index,
                index + 1,
                $"A pool's name alone stands behind `to`: write `to {tokens.Text(index - 1)}`"
            )
        : null;

    // `for 10 s and until < 50%`
    private static (Correction Correction, int Next)? Until(RawTokens tokens, int index) =>
        tokens.IsJoint(index) && tokens.Type(index + 1) is RgPolicyLexer.UNTIL or RgPolicyLexer.FOR
            ? Removed(
                tokens,
                index,
                index + 1,
                $"`{tokens.Text(index + 1)}` needs no `{tokens.Text(index)}`: leave it out"
            )
            : null;

    // `then { deprioritize }`
    private static (Correction Correction, int Next)? ActionInBraces(RawTokens tokens, int index)
    {
        var close = index + 1;
        while (
            tokens.Is(index, "{")
            && tokens.IsAny(index - 1, "then")
            && close < tokens.Count
            && tokens.Text(close) is not ("}" or "{")
        )
        {
            close++;
        }

        var end = tokens.Is(close - 1, ";") ? close - 1 : close;
        return tokens.Is(close, "}") && end > index + 1
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"An action has no braces: write `then {tokens.Slice(index + 1, end)}`.",
                    [
                        new Replacement(tokens.Start(index), tokens.End(index), ""),
                        new Replacement(tokens.Start(end), tokens.End(close), ""),
                    ]
                )
                {
                    Fix = "Remove the braces",
                },
                end < close ? close + 1 : index + 1
            )
            : null;
    }

    // `... then deprioritize else log`
    private static (Correction Correction, int Next)? Otherwise(RawTokens tokens, int index)
    {
        var isElse = tokens.IsAny(index, "else", "otherwise") && StepRule.IsAction(tokens, index + 1);
        var end = index + 1;
        while (
            isElse
            && end < tokens.Count
            && !tokens.Is(end, "}")
            && !tokens.IsFirstOnLine(end)
            && !tokens.IsAny(end, "when", "unless")
        )
        {
            end++;
        }

        return isElse
            ? Removed(
                tokens,
                index,
                end,
                "A step has no `else`: of the steps that are true the last holds, so write what else is to be done as "
                    + "a step of its own above this one"
            )
            : null;
    }

    // `when request.elapsed > 10 min => cancel`
    private static (Correction Correction, int Next)? ThenArrow(RawTokens tokens, int index)
    {
        var isArrow =
            tokens.Is(index, "=")
            && tokens.Is(index + 1, ">")
            && tokens.Touches(index)
            && StepRule.IsAction(tokens, index + 2);
        return isArrow ? Instead(tokens, index, index + 2, "then", "Write `then` instead of `=>`") : null;
    }

    // `when request.elapsed > 10 min for 5 min then`
    private static (Correction Correction, int Next)? Lasting(RawTokens tokens, int index)
    {
        var end = tokens.Is(index, "for") && tokens.IsNumber(index + 1) ? tokens.ConstantEnd(index + 1) : -1;
        return end > 0 && tokens.IsAny(end, "then")
            ? Removed(
                tokens,
                index,
                end,
                $"A step has no `{tokens.Slice(index, end)}`, a state has: leave it out, or ask `request.elapsed`"
            )
            : null;
    }

    // `rule long during night on class a {`
    private static (Correction Correction, int Next)? DuringFirst(RawTokens tokens, int index)
    {
        var open = 4;
        while (index == 1 && tokens.Is(2, "during") && open < tokens.Count && !tokens.Is(open, "{"))
        {
            open++;
        }

        return index == 1 && tokens.Is(4, "on") && tokens.Is(open, "{")
            ? Instead(
                tokens,
                2,
                open,
                $"{tokens.Slice(4, open)} {tokens.Slice(2, 4)}",
                $"The window stands behind the classes: write `{tokens.Slice(4, open)} {tokens.Slice(2, 4)}`"
            )
            : null;
    }

    // `class a -> q when x when y`, `when x then true`
    private static (Correction Correction, int Next)? SecondWhen(RawTokens tokens, int index)
    {
        var isSecond =
            index > 6
            && tokens.IsAny(index, "when", "where", "if")
            && Enumerable
                .Range(Math.Max(3, index - MostTokensBack), Math.Min(index - 3, MostTokensBack))
                .Any(place => tokens.IsAny(place, "when"))
            && !Enumerable
                .Range(1, Math.Min(index - 4, MostTokensBack))
                .Any(back => tokens.Type(index - back) == RgPolicyLexer.ARROW && index - back > 3);
        var isAction = index > 6 && tokens.IsAny(index, "then") && tokens.IsWord(index + 1);
        return isSecond
                ? Instead(
                    tokens,
                    index,
                    index + 1,
                    "and",
                    $"A class has one condition: write `and` or `or` instead of `{tokens.Text(index)}`"
                )
            : isAction
                ? Removed(
                    tokens,
                    index,
                    CharacterRule.BehindLine(tokens, index),
                    "A class has a condition and no actions, which are steps of rules: leave out "
                        + "`then` and what follows"
                )
            : null;
    }

    // `let x: 5`, `let x := 5`, `window w { ... }`, `language = 1`, `language: 1`
    private static (Correction Correction, int Next)? Mark(RawTokens tokens, int index)
    {
        var last = tokens.Count - 1;
        if (index == 2 && tokens.Type(0) != RgPolicyLexer.LANGUAGE && tokens.Is(index, "{") && tokens.Is(last, "}"))
        {
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"A {tokens.Text(0)} has no braces: write `{tokens.Text(0)} {tokens.Text(1)} = ...`.",
                    [
                        new Replacement(tokens.Start(index), tokens.End(index), "="),
                        new Replacement(tokens.Start(last), tokens.End(last), ""),
                    ]
                )
                {
                    Fix = "Write `=`",
                },
                index + 1
            );
        }

        var isTyped =
            tokens.Type(0) == RgPolicyLexer.LET
            && index == 2
            && tokens.Is(index, ":")
            && tokens.IsWord(index + 1)
            && tokens.Is(index + 2, "=");
        if (isTyped)
        {
            return Removed(tokens, index, index + 2, $"A constant has no type: write `let {tokens.Text(1)} = ...`");
        }

        var isLet = tokens.Type(0) != RgPolicyLexer.LANGUAGE && index == 2;
        var end =
            tokens.Is(index, ":") && tokens.Is(index + 1, "=") ? index + 2
            : tokens.Text(index) is ":" or "=" ? index + 1
            : -1;

        if (end < 0)
        {
            return null;
        }

        if (isLet && tokens.Is(index, ":"))
        {
            return Instead(tokens, index, end, " =", $"Write `=` instead of `{tokens.Slice(index, end)}`");
        }

        if (tokens.Type(0) == RgPolicyLexer.LANGUAGE && index == 1)
        {
            return Removed(tokens, index, end, "The version stands right behind its word, `language 1`");
        }

        return null;
    }

    // `'SS' || 'RS%'`, `'SS' + 'RS%'`
    private static (Correction Correction, int Next)? Joined(RawTokens tokens, int index)
    {
        index = tokens.SignalEnd(index) is var place and > 0 ? place + 1 : index;
        var isJoined =
            tokens.IsText(index)
            && tokens.Text(index + 1) is "||" or "+" or "&"
            && tokens.IsText(index + 2)
            && tokens.EndsCondition(index + 3)
            && !tokens.Text(index + 2)[1..^1].Contains(tokens.Text(index)[0], StringComparison.Ordinal);
        var whole = isJoined ? tokens.Text(index)[..^1] + tokens.Text(index + 2)[1..^1] + tokens.Text(index)[0] : "";
        return isJoined
            ? Instead(tokens, index, index + 3, whole, $"Texts are not put together: write one, `{whole}`")
            : null;
    }

    private static (Correction Correction, int Next)? Collation(RawTokens tokens, int index) =>
        tokens.IsAny(index, "collate")
        && tokens.IsText(index - 1)
        && (tokens.IsWord(index + 1) || tokens.IsText(index + 1))
            ? Removed(
                tokens,
                index,
                index + 2,
                "Texts are compared without regard to case, and have no collation: leave `collate` out, or write "
                    + "`exactly` before the text"
            )
            : null;

    private static (Correction Correction, int Next) Removed(RawTokens tokens, int index, int next, string why)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1001", start, end, why + ".", [new Replacement(start, end, "")])
            {
                Fix = "Remove it",
                IsSafe = false,
            },
            next
        );
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string why
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1005", start, end, why + ".", [new Replacement(start, end, meant + " ")])
            {
                Fix = $"Write `{meant.Trim()}`",
                IsSafe = false,
            },
            next
        );
    }
}
