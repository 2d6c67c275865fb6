using System.Collections.Frozen;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words of other languages in the frame of a statement: <c>if</c>, <c>where</c>, <c>else</c>,
/// <c>kill</c>.</summary>
internal sealed class StatementWordRule : ICorrectionRule
{
    private static readonly FrozenDictionary<string, string> Actions = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["kill"] = "cancel",
        ["terminate"] = "cancel",
        ["abort"] = "cancel",
        ["stop"] = "cancel",
        ["end"] = "cancel",
        ["canceled"] = "cancel",
        ["cancle"] = "cancel",
        ["alert"] = "notify",
        ["warn"] = "notify",
        ["email"] = "notify",
        ["mail"] = "notify",
        ["tell"] = "notify",
        ["print"] = "log",
        ["write"] = "log",
        ["throttle"] = "deprioritize",
        ["demote"] = "deprioritize",
        ["deprioritise"] = "deprioritize",
        ["slow"] = "deprioritize",
        ["nice"] = "deprioritize",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private static readonly FrozenDictionary<string, string> Statements = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["else"] = "default",
        ["otherwise"] = "default",
        ["group"] = "pool",
        ["workload"] = "class",
        ["const"] = "let",
        ["var"] = "let",
        ["schedule"] = "window",
        ["slo"] = "objective",
        ["include"] = "use",
        ["import"] = "use",
        ["version"] = "language",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Unnamed(tokens, index)
        ?? Typed(tokens, index)
        ?? Rest(tokens, index)
        ?? Statement(tokens, index)
        ?? Condition(tokens, index)
        ?? Action(tokens, index)
        ?? RuleFrame(tokens, index);

    private static (Correction Correction, int Next)? Statement(RawTokens tokens, int index)
    {
        var meant = tokens.IsFirstOnLine(index) ? Statements.GetValueOrDefault(tokens.Text(index)) : null;
        var isArrow = tokens.Type(index + 1) == RgPolicyLexer.ARROW;
        return
            meant is not null
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && (meant == "default" ? isArrow : tokens.IsWord(index + 1) || tokens.IsNumber(index + 1))
            ? Instead(tokens, index, index + 1, meant, isSafe: meant == "default")
            : null;
    }

    // `big = 1 GiB` outside every brace
    private static (Correction Correction, int Next)? Unnamed(RawTokens tokens, int index)
    {
        var isValue =
            tokens.IsFirstOnLine(index)
            && tokens.OpenBefore(index) == 0
            && !tokens.IsInBraces(index)
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.Is(index + 1, "=")
            && tokens.IsNumber(index + 2)
            && tokens.ConstantEnd(index + 2) is var end and > 0
            && (end >= tokens.Count || tokens.IsFirstOnLine(end));
        return isValue ? Inserted(tokens, index, "let") : null;
    }

    // `int big = 5`
    private static (Correction Correction, int Next)? Typed(RawTokens tokens, int index)
    {
        var isTyped =
            tokens.IsFirstOnLine(index)
            && !tokens.IsInBraces(index)
            && tokens.Is(index + 2, "=")
            && tokens.IsWord(index + 1)
            && tokens.IsAny(
                index,
                "int",
                "long",
                "number",
                "float",
                "double",
                "decimal",
                "string",
                "str",
                "auto",
                "val",
                "final",
                "readonly",
                "static",
                "local",
                "export",
                "my",
                "dim"
            );
        return isTyped ? Instead(tokens, index, index + 1, "let") : null;
    }

    // `else p`
    private static (Correction Correction, int Next)? Rest(RawTokens tokens, int index)
    {
        var isRest =
            tokens.IsFirstOnLine(index)
            && tokens.IsAny(
                index,
                "else",
                "otherwise",
                "default",
                "default_backend",
                "default_pool",
                "default_class",
                "fallback"
            )
            && tokens.IsWord(index + 1)
            && !tokens.IsInBraces(index)
            && CharacterRule.BehindLine(tokens, index) == index + 2;
        return isRest ? Instead(tokens, index, index + 1, "default ->") : null;
    }

    // `class a -> q where ...`, `rule ... { if ... }`, `state s if ...`
    private static (Correction Correction, int Next)? Condition(RawTokens tokens, int index)
    {
        var isClass = tokens.Type(0) == RgPolicyLexer.CLASS && tokens.Type(index - 2) == RgPolicyLexer.ARROW;
        var isState = tokens.Type(0) == RgPolicyLexer.STATE && index == 2;
        var isStep =
            tokens.Type(0) == RgPolicyLexer.RULE
            && (tokens.Type(index - 1) == RgPolicyLexer.LEFT_BRACE || tokens.Type(index - 2) == RgPolicyLexer.THEN);
        return
            (isClass || isState || isStep)
            && tokens.IsAny(index, "if", "where", "while", "with", "whenever", "on", "for", "having", "matches")
            && (
                tokens.IsSignal(index + 1)
                || tokens.IsConstant(index + 1)
                || tokens.Text(index + 1) is "(" or "not" or "during" or "!"
            )
            ? Instead(tokens, index, index + 1, "when")
            : null;
    }

    private static (Correction Correction, int Next)? Action(RawTokens tokens, int index) =>
        tokens.IsAny(index - 1, "then")
        && tokens.Type(0) == RgPolicyLexer.RULE
        && ActionOf(tokens.Text(index)) is { } action
            ? Unknown(tokens, index, action)
            : null;

    // `kill query`, `pg_terminate_backend(pid)`: what stands behind goes with it.
    private static int ActionEnd(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (tokens.Is(index + 1, "(") && end < index + 8 && end < tokens.Count && !tokens.Is(end, ")"))
        {
            end++;
        }

        if (tokens.Is(end, ")"))
        {
            return end + 1;
        }

        if (tokens.Is(index + 1, "@") || tokens.IsNumber(index + 1))
        {
            return BehindNumber(tokens, index + 1);
        }

        if (tokens.IsAny(index + 1, "query", "session", "request", "it", "statement", "process", "backend"))
        {
            return index + 2;
        }

        return index + 1;
    }

    // `kill @@spid`, `kill 53`
    private static int BehindNumber(RawTokens tokens, int index)
    {
        while (tokens.Is(index, "@"))
        {
            index++;
        }

        return index + 1;
    }

    // `kill_session`, `pg_cancel_backend`: a part of the name says it.
    private static string? ActionOf(string name) =>
        Actions.GetValueOrDefault(name)
        ?? (
            name.Contains('_', StringComparison.Ordinal)
                ? name.Split('_')
                    .Select(part =>
                        part.ToLowerInvariant() switch
                        {
                            "cancel" => "cancel",
                            "switch" or "move" or "reassign" => "move to",
                            "log" => "log",
                            "priority" => "deprioritize",
                            var other => Actions.GetValueOrDefault(other),
                        }
                    )
                    .FirstOrDefault(meant => meant is not null)
                : null
        );

    private static (Correction Correction, int Next) Unknown(RawTokens tokens, int index, string action)
    {
        var next = action == "move to" ? index + 1 : ActionEnd(tokens, index);
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"There is no action `{tokens.Slice(index, next)}`: write `{action}`.",
                [new Replacement(start, end, action)]
            )
            {
                Fix = $"Write `{action}`",
                IsSafe = action == "cancel" && tokens.IsAny(index, "kill", "terminate"),
            },
            next
        );
    }

    // `rule r on a {`, `rule r for class a {`, `then move q`
    private static (Correction Correction, int Next)? RuleFrame(RawTokens tokens, int index)
    {
        if (tokens.Type(0) != RgPolicyLexer.RULE)
        {
            return null;
        }

        if (index == 2 && tokens.IsAny(index, "for", "at", "of", "in", "to", "applies") && tokens.IsWord(index + 1))
        {
            return Instead(tokens, index, index + 1, "on");
        }

        var isSlip =
            index == 3
            && tokens.Is(2, "on")
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.IsWord(4)
            && NameSuggestion.Find(tokens.Text(index), ["class"]) is not null;
        if (isSlip)
        {
            return Instead(tokens, index, index + 1, "class", isSafe: false);
        }

        if (index == 2 && tokens.Type(index) == RgPolicyLexer.CLASS && tokens.IsWord(index + 1))
        {
            return Inserted(tokens, index, "on");
        }

        if (
            tokens.Is(index - 1, "move")
            && tokens.Is(index - 2, "then")
            && tokens.IsAny(index, "query", "it", "them", "session", "request", "statement")
            && tokens.Is(index + 1, "to")
        )
        {
            var (from, to) = (tokens.Start(index), tokens.End(index));
            return (
                new Correction(
                    "RG1001",
                    from,
                    to,
                    $"A rule moves its queries: write `move to {tokens.Text(index + 2)}` without "
                        + $"`{tokens.Text(index)}`.",
                    [new Replacement(tokens.End(index - 1), to, "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                },
                index + 1
            );
        }

        var isMove =
            tokens.Is(index - 1, "move")
            && tokens.IsWord(index)
            && !tokens.Is(index, "to")
            && tokens.Is(index - 2, "then");
        return isMove || tokens.Is(index - 1, "on") && index == 3 && tokens.IsWord(index) && !tokens.Is(index, "class")
            ? Inserted(tokens, index, isMove ? "to" : "class")
            : null;
    }

    private static (Correction Correction, int Next) Inserted(RawTokens tokens, int index, string word)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"Expected `{word}` before `{tokens.Text(index)}`.",
                [new Replacement(start, start, word + " ")]
            )
            {
                Fix = $"Write `{word}`",
            },
            index + 1
        );
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        bool isSafe = true
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Slice(index, next)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
                IsSafe = isSafe,
            },
            next
        );
    }
}
