using System.Collections.Immutable;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Statements of other languages that begin a line: <c>* -> p</c>, <c>"pool": { ... }</c>, <c>if
/// plan.writes then q else p</c>, and <c>end</c> on a line of its own.
/// </summary>
internal sealed class ForeignStatementRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        !tokens.IsFirstOnLine(index) || tokens.IsInBraces(index) || (index > 0 && tokens.Type(0) == RgPolicyLexer.RULE)
            ? null
            : Rest(tokens, index)
                ?? Json(tokens, index)
                ?? Choice(tokens, index)
                ?? Route(tokens, index)
                ?? Locals(tokens, index)
                ?? Remark(tokens, index)
                ?? End(tokens, index);

    // What no class takes goes by `default`.
    private static (Correction Correction, int Next)? Rest(RawTokens tokens, int index)
    {
        var isRest =
            tokens.Type(index + 1) == RgPolicyLexer.ARROW
            && tokens.IsAny(index, "*", "_", "all", "any", "others", "other", "rest", "everything", "everyone");
        return isRest
            ? Instead(
                tokens,
                index,
                index + 1,
                "default",
                "RG1005",
                "Write `default` instead of `" + tokens.Text(index) + "`.",
                "Write `default`"
            )
            : null;
    }

    private static (Correction Correction, int Next)? Json(RawTokens tokens, int index)
    {
        var isMember = tokens.IsText(index) && tokens.Is(index + 1, ":") && tokens.Text(index + 2) is "{" or "[";
        return isMember
            ? Instead(
                tokens,
                index,
                tokens.Count,
                "",
                "RG1001",
                "A policy is not written as JSON: write statements such as `pool NAME { cache 20% }` and `class NAME "
                    + "-> POOL when CONDITION`."
            )
            : null;
    }

    private static (Correction Correction, int Next)? Choice(RawTokens tokens, int index)
    {
        var end = CharacterRule.BehindLine(tokens, index);
        var then = index + 1;
        while (then < end && !tokens.IsAny(then, "then"))
        {
            then++;
        }

        var isNameless =
            then == end
            && tokens.Type(end - 2) == RgPolicyLexer.ARROW
            && tokens.IsWord(end - 1)
            && index < end - 3
            && (tokens.IsAny(index, "if", "when") || tokens.IsSignal(index));
        var first = tokens.IsAny(index, "if", "when") ? index + 1 : index;
        if (isNameless)
        {
            return Instead(
                tokens,
                index,
                end,
                "",
                "RG1001",
                $"A class has a name, and its pool before the condition: write `class NAME -> {tokens.Text(end - 1)} "
                    + $"when {tokens.Slice(first, end - 2)}`."
            );
        }

        var isChoice = tokens.IsAny(index, "if", "when") && then < end && then > index + 1 && tokens.IsWord(then + 1);
        return isChoice
            ? Instead(
                tokens,
                index,
                end,
                "",
                "RG1001",
                $"A class says what goes to which pool: write `class NAME -> {tokens.Text(then + 1)} when "
                    + $"{tokens.Slice(index + 1, then)}`, and `default -> POOL` for the rest."
            )
            : null;
    }

    // `use_backend q if plan.writes`, `route to q when plan.writes`
    private static (Correction Correction, int Next)? Route(RawTokens tokens, int index)
    {
        var pool = tokens.IsAny(index + 1, "to", "into", "pool") ? index + 2 : index + 1;
        var end = CharacterRule.BehindLine(tokens, index);
        var isRoute =
            tokens.IsAny(
                index,
                "use_backend",
                "use_pool",
                "use_class",
                "route",
                "send",
                "assign",
                "direct",
                "forward",
                "put",
                "move"
            )
            && tokens.IsWord(pool)
            && tokens.IsAny(pool + 1, "if", "when", "where", "unless")
            && end > pool + 2;
        return isRoute
            ? Instead(
                tokens,
                index,
                end,
                "",
                "RG1001",
                $"A class says what goes to which pool: write `class NAME -> {tokens.Text(pool)} when "
                    + (
                        tokens.IsAny(pool + 1, "unless")
                            ? $"not ({tokens.Slice(pool + 2, end)})`."
                            : $"{tokens.Slice(pool + 2, end)}`."
                    )
            )
            : null;
    }

    private static (Correction Correction, int Next)? End(RawTokens tokens, int index)
    {
        var isAlone = CharacterRule.BehindLine(tokens, index) == index + 1;
        var isEnd =
            tokens.Is(index, "/")
            || (
                tokens.Type(index) == RgPolicyLexer.IDENTIFIER
                && tokens.IsAny(
                    index,
                    "end",
                    "endif",
                    "done",
                    "fi",
                    "endclass",
                    "endpool",
                    "go",
                    "begin",
                    "run",
                    "commit",
                    "exit",
                    "quit",
                    "pass"
                )
            );
        return isAlone && isEnd
            ? (
                new Correction(
                    "RG1005",
                    tokens.Start(index),
                    tokens.End(index),
                    $"`{tokens.Text(index)}` has no meaning: a statement ends where the next begins.",
                    [new Replacement(tokens.Start(index), tokens.End(index), "")]
                )
                {
                    Fix = "Remove it",
                    Habit = "end",
                },
                index + 1
            )
            : null;
    }

    // `REM slow queries`: a comment of shells and of SQL*Plus.
    private static (Correction Correction, int Next)? Remark(RawTokens tokens, int index)
    {
        var isRemark =
            tokens.IsAny(index, "rem", "remark") && tokens.IsWord(index + 1) && !tokens.IsFirstOnLine(index + 1);
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isRemark
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"`{tokens.Text(index)}` has no meaning here: comments begin with `//`.",
                    [new Replacement(start, end, "//")]
                )
                {
                    Fix = "Write `//`",
                    Habit = "rem",
                },
                CharacterRule.BehindLine(tokens, index)
            )
            : null;
    }

    // `locals { big = 1 GiB }`
    private static (Correction Correction, int Next)? Locals(RawTokens tokens, int index)
    {
        var open = tokens.Is(index + 1, "{") || tokens.Is(index + 1, ":") ? index + 1 : -1;
        var isLocals =
            tokens.IsAny(
                index,
                "locals",
                "variables",
                "vars",
                "constants",
                "const",
                "let",
                "define",
                "params",
                "parameters"
            )
            && open > 0;
        var names = !isLocals
            ? []
            : Enumerable
                .Range(open + 1, Math.Max(0, tokens.Count - open - 1))
                .Where(place => tokens.IsWord(place) && (tokens.Is(place + 1, "=") || tokens.Is(place + 1, ":")))
                .ToList();
        if (names.Count == 0)
        {
            return null;
        }

        var last = tokens.Count - 1;
        ImmutableArray<Replacement> edits =
        [
            new(tokens.Start(index), tokens.End(open), ""),
            .. names.SelectMany(place => Named(tokens, place)),
            .. tokens.Is(last, "}")
                ? [new Replacement(tokens.Start(last), tokens.End(last), "")]
                : ImmutableArray<Replacement>.Empty,
        ];
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index),
                $"Each constant is a statement: write `let {tokens.Text(names[0])} = ...` instead of "
                    + $"`{tokens.Slice(index, open + 1)}`.",
                edits
            )
            {
                Fix = "Write `let`",
                IsSafe = false,
            },
            tokens.Count
        );
    }

    private static IEnumerable<Replacement> Named(RawTokens tokens, int place) =>
        tokens.Is(place + 1, "=")
            ? [new Replacement(tokens.Start(place), tokens.Start(place), "let ")]
            :
            [
                new Replacement(tokens.Start(place), tokens.Start(place), "let "),
                new Replacement(tokens.Start(place + 1), tokens.End(place + 1), " ="),
            ];

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int from,
        int next,
        string meant,
        string code,
        string message,
        string? fix = null
    )
    {
        var (start, end) = (tokens.Start(from), tokens.End(next - 1));
        return (
            new Correction(code, start, tokens.End(from), message, [new Replacement(start, end, meant)]) { Fix = fix },
            next
        );
    }
}
