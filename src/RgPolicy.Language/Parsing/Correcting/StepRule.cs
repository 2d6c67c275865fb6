using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Steps of a rule in other forms: <c>after 2 h then cancel</c>, <c>then log, cancel</c>, <c>then set cpu cap
/// 20%</c>, <c>quarantine for 1 h</c>.</summary>
internal sealed class StepRule : ICorrectionRule
{
    private const int MostTokensBack = 60;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.RULE || index < 4
            ? null
            : Time(tokens, index)
                ?? Limit(tokens, index)
                ?? Second(tokens, index)
                ?? Verb(tokens, index)
                ?? Fingerprint(tokens, index);

    // `after 2 h then`, `when > 2 h then`, `after 2 h cancel`
    private static (Correction Correction, int Next)? Time(RawTokens tokens, int index)
    {
        var isStep =
            tokens.IsWord(index)
            && (tokens.Text(index - 1) is "{" || tokens.IsFirstOnLine(index))
            && tokens.IsAny(index, "after", "when", "if", "at", "over", "once");
        var number =
            tokens.IsComparison(index + 1) ? index + 2
            : tokens.IsAny(index + 1, "over", "after", "longer") ? index + (tokens.IsAny(index + 2, "than") ? 3 : 2)
            : index + 1;
        var end =
            isStep && tokens.IsNumber(number) && IsDuration(tokens.Text(number + 1)) ? tokens.ConstantEnd(number) : -1;
        var then = tokens.Is(end, "then") ? "" : " then";
        return then.Length == 0 || IsAction(tokens, end)
            ? Instead(
                tokens,
                index,
                end,
                $"when request.elapsed {(tokens.IsComparison(index + 1) ? tokens.Text(index + 1) : ">")} "
                    + $"{tokens.Slice(number, end)}{then}",
                "The time that a query has run is a signal"
            )
            : null;
    }

    // `limit 20%`
    private static (Correction Correction, int Next)? Limit(RawTokens tokens, int index)
    {
        var isUnnamed = tokens.Is(index - 1, "limit") && tokens.Is(index - 2, "then") && tokens.IsNumber(index);
        var (start, setting) = (tokens.Start(index), tokens.Is(index + 1, "%") ? "cpu cap" : "cpu weight");
        return isUnnamed
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index - 1),
                    tokens.End(index - 1),
                    $"Expected a setting after `limit`, such as `limit {setting} "
                        + $"{tokens.Slice(index, tokens.ConstantEnd(index))}`.",
                    [new Replacement(start, start, setting + " ")]
                ),
                index + 1
            )
            : null;
    }

    // `then log, cancel`: the step is read with its first action.
    private static (Correction Correction, int Next)? Second(RawTokens tokens, int index)
    {
        var isBelow =
            tokens.IsFirstOnLine(index)
            && IsAction(tokens, index)
            && !tokens.Is(index - 1, "then")
            && !IsFollowedByWhen(tokens, index)
            && IsBehindAction(tokens, index);
        var isSecond =
            tokens.IsAny(index, ",", "and", "&&", "&", "+", ";")
            && IsAction(tokens, index + 1)
            && IsBehindAction(tokens, index);
        if (!isSecond && !isBelow)
        {
            return null;
        }

        var end = isBelow ? index + 1 : index + 2;
        while (
            end < tokens.Count
            && !tokens.Is(end, "}")
            && !tokens.IsFirstOnLine(end)
            && tokens.Text(end) is not ("when" or "unless" or ",")
        )
        {
            end++;
        }

        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(end - 1),
                "A step has one action, and of the steps that are true the last holds: leave out "
                    + $"`{tokens.Slice(isBelow ? index : index + 1, end)}`, or give it a step of its own.",
                [new Replacement(tokens.Start(index), tokens.End(end - 1), "")]
            ),
            end
        );
    }

    // `cancel when ...` on a line of its own is a step in another order.
    private static bool IsFollowedByWhen(RawTokens tokens, int index)
    {
        var end = CharacterRule.BehindLine(tokens, index);
        return Enumerable.Range(index, Math.Max(0, end - index)).Any(place => tokens.IsAny(place, "when", "if"));
    }

    private static bool IsBehindAction(RawTokens tokens, int index)
    {
        var place = index - 1;
        while (
            place > index - MostTokensBack
            && place > 0
            && !tokens.Is(place, "then")
            && tokens.Text(place) is not ("when" or "unless" or "{")
        )
        {
            place--;
        }

        return tokens.Is(place, "then");
    }

    /// <summary>True where an action of a step begins.</summary>
    public static bool IsAction(RawTokens tokens, int index) =>
        tokens.Type(index)
            is RgPolicyLexer.LOG
                or RgPolicyLexer.NOTIFY
                or RgPolicyLexer.DEPRIORITIZE
                or RgPolicyLexer.LIMIT
                or RgPolicyLexer.MOVE
                or RgPolicyLexer.SHRINK
                or RgPolicyLexer.QUARANTINE
                or RgPolicyLexer.CANCEL
        || tokens.IsAny(index, "kill", "alert", "terminate");

    // `then set cpu cap 20%`, `then send to q`
    private static (Correction Correction, int Next)? Verb(RawTokens tokens, int index)
    {
        var isVerb = tokens.Is(index - 1, "then") && tokens.Type(index) == RgPolicyLexer.IDENTIFIER;
        var isSetting =
            Expectations.IsSettingWord(tokens.Type(index + 1)) || tokens.Text(index + 1) is "cpu" or "memory" or "io";
        var meant =
            !isVerb ? null
            : isSetting ? "limit"
            : tokens.Is(index + 1, "to") && tokens.IsWord(index + 2) ? "move"
            : null;
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return meant is not null
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"There is no action `{tokens.Text(index)}`: write `{meant}`.",
                    [new Replacement(start, end, meant)]
                )
                {
                    Fix = $"Write `{meant}`",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }

    private static (Correction Correction, int Next)? Fingerprint(RawTokens tokens, int index)
    {
        if (
            tokens.Is(index, "quarantine")
            && tokens.Is(index - 1, "then")
            && (index + 1 >= tokens.Count || tokens.Text(index + 1) is "}" or "when" or "unless")
        )
        {
            var (start, behind) = (tokens.Start(index), tokens.End(index));
            return (
                new Correction(
                    "RG1001",
                    start,
                    behind,
                    "`quarantine` names what and how long: write `quarantine fingerprint for 1 h`.",
                    [new Replacement(behind, behind, " fingerprint for 1 h")]
                ),
                index + 1
            );
        }

        var isForgotten =
            tokens.Is(index - 1, "quarantine") && tokens.Is(index - 2, "then") && tokens.Text(index) is "to" or "for";
        var end = isForgotten ? tokens.End(index - 1) : 0;
        return isForgotten
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index - 1),
                    end,
                    "Expected `fingerprint` after `quarantine`.",
                    [new Replacement(end, end, " fingerprint")]
                )
                {
                    Fix = "Write `fingerprint`",
                },
                index + 1
            )
            : null;
    }

    private static bool IsDuration(string unit) => Units.IsUnit(unit) && Units.Get(unit).Kind == ConstantKind.Duration;

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
            new Correction("RG1001", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }
}
