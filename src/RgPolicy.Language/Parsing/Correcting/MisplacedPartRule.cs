using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// A part that another statement has: <c>class a -&gt; q when ... for 30 s</c>, <c>pool q { ... when ... }</c>,
/// <c>default -&gt; p when ...</c>,
/// <c>state s when ... then ...</c>. It is told where that part belongs; what it says is left out to read on.
/// </summary>
internal sealed class MisplacedPartRule : ICorrectionRule
{
    private const int MostTokensBack = 200;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) switch
        {
            RgPolicyLexer.CLASS => IsBehindWhen(tokens, index) ? OfClass(tokens, index) : null,
            RgPolicyLexer.DEFAULT => index == 3 && tokens.Type(1) == RgPolicyLexer.ARROW
                ? OfDefault(tokens, index)
                : null,
            RgPolicyLexer.POOL => OfPool(tokens, index),
            RgPolicyLexer.RULE => OfRule(tokens, index),
            RgPolicyLexer.STATE => IsBehindWhen(tokens, index) ? OfState(tokens, index) : null,
            RgPolicyLexer.IN => OfInState(tokens, index),
            RgPolicyLexer.OBJECTIVE => OfObjective(tokens, index),
            _ => null,
        };

    private static (Correction Correction, int Next)? OfClass(RawTokens tokens, int index) =>
        tokens.Text(index) switch
        {
            "{" when BeginsSetting(tokens, index + 1) && !tokens.IsBehindOtherHead(index) => LeftOut(
                tokens,
                index,
                Close(tokens, index) + 1,
                $"A class has no settings: write them in its pool, `pool {tokens.Text(3)} {{ "
                    + $"{tokens.Slice(index + 1, SettingEnd(tokens, index + 1))} }}`"
            ),
            "for" when tokens.IsNumber(index + 1) => LeftOut(
                tokens,
                index,
                tokens.ConstantEnd(index + 1),
                $"A class has no `{tokens.Slice(index, tokens.ConstantEnd(index + 1))}`, a state has: leave it out, "
                    + "or ask `request.elapsed`"
            ),
            "else" or "otherwise" when tokens.IsWord(index + 1) => LeftOut(
                tokens,
                index,
                LineEnd(tokens, index),
                $"A class has no `{tokens.Text(index)}`: for what no class takes write `default -> "
                    + $"{tokens.Text(tokens.Type(index + 1) == RgPolicyLexer.ARROW ? index + 2 : index + 1)}` as the "
                    + "last class"
            ),
            "until" => LeftOut(
                tokens,
                index,
                LineEnd(tokens, index),
                "A class has no `until`, a state has: leave it out"
            ),
            "yields" => LeftOut(
                tokens,
                index,
                LineEnd(tokens, index),
                "A class has no `yields`, an objective has: write `objective CLASS p95 elapsed < 1 s { yields POOL }`"
            ),
            "unless" when index > 5 => AndNot(tokens, index),
            "during" when !tokens.BeginsCondition(index) && tokens.IsWord(index + 1) => Joined(tokens, index),
            _ => null,
        };

    private static (Correction Correction, int Next)? OfDefault(RawTokens tokens, int index)
    {
        var end = LineEnd(tokens, index);
        return tokens.IsFirstOnLine(index) ? null
            : tokens.IsAny(index, "when", "where", "if", "unless", "during")
                ? LeftOut(
                    tokens,
                    index,
                    end,
                    "`default` takes every query that no class takes, and has no condition: leave out "
                        + $"`{tokens.Slice(index, end)}`, or write a class above it"
                )
            : null;
    }

    private static (Correction Correction, int Next)? OfPool(RawTokens tokens, int index)
    {
        if (
            index < 2
            || !tokens.IsAny(index, "when", "if", "during", "unless")
            || !(tokens.IsInBraces(index) || index == 2)
        )
        {
            return null;
        }

        var end = index + 1;
        while (end < tokens.Count && tokens.Text(end) is not ("{" or "}") && !tokens.IsFirstOnLine(end))
        {
            end++;
        }

        return LeftOut(
            tokens,
            index,
            end,
            tokens.Is(index, "during")
                ? $"A pool has no window: write `state NAME when {tokens.Slice(index, end)}`, and `in NAME {{ pool "
                    + $"{tokens.Text(1)} {{ ... }} }}` for what changes then"
                : "A pool has no condition: what goes to it is said by a class, `class NAME -> "
                    + $"{tokens.Text(1)} when CONDITION`"
        );
    }

    private static (Correction Correction, int Next)? OfRule(RawTokens tokens, int index)
    {
        var isItem =
            index > 2 && tokens.IsInFirstBraces(index) && (tokens.Is(index - 1, "{") || tokens.IsFirstOnLine(index));
        if (isItem && BeginsSetting(tokens, index) && !tokens.IsAny(index - 1, "limit"))
        {
            var end = SettingEnd(tokens, index);
            return LeftOut(
                tokens,
                index,
                end,
                $"A rule has steps and no settings: write `when CONDITION then limit {tokens.Slice(index, end)}`"
            );
        }

        if (index == 2 && tokens.Is(2, "{") && tokens.Is(3, "on"))
        {
            return HeadInside(tokens);
        }

        if (
            isItem
            && tokens.Is(index, "during")
            && tokens.IsWord(index + 1)
            && (tokens.IsFirstOnLine(index + 2) || tokens.Is(index + 2, "when"))
        )
        {
            return LeftOut(
                tokens,
                index,
                index + 2,
                $"A rule's window stands behind its classes: write `rule {tokens.Text(1)} on class NAME "
                    + $"{tokens.Slice(index, index + 2)} {{ ... }}`"
            );
        }

        if (
            tokens.Is(index, "during")
            && tokens.IsInBraces(index)
            && tokens.IsWord(index + 1)
            && !tokens.BeginsCondition(index)
        )
        {
            return Joined(tokens, index);
        }

        return null;
    }

    // `rule r { on class a when ... }`
    private static (Correction Correction, int Next)? HeadInside(RawTokens tokens)
    {
        var end = 4;
        while (end < tokens.Count && !tokens.IsAny(end, "when", "if", "unless", "}") && !BeginsSetting(tokens, end))
        {
            end++;
        }

        var (start, last, head) = (tokens.Start(2), tokens.End(end - 1), tokens.Slice(3, end));
        return (
            new Correction(
                "RG1001",
                tokens.Start(3),
                last,
                $"A rule's classes stand before its braces: write `rule {tokens.Text(1)} {head} {{ ... }}`.",
                [new Replacement(start, last, head + " {")]
            )
            {
                Fix = $"Write `{Repairing.TokenText.Clip(head)}` before `{{`",
            },
            end
        );
    }

    private static (Correction Correction, int Next)? OfState(RawTokens tokens, int index) =>
        tokens.Text(index) switch
        {
            "then" or "set" => LeftOut(
                tokens,
                index,
                tokens.Count,
                $"What changes in a state stands behind it: write `in {tokens.Text(1)} {{ pool NAME {{ ... }} }}`"
            ),
            "unless" => AndNot(tokens, index),
            _ => null,
        };

    private static (Correction Correction, int Next)? OfInState(RawTokens tokens, int index)
    {
        var isBlock = tokens.Is(index - 1, "{") && (index == 3 || tokens.Is(index - 2, "}"));
        return isBlock && BeginsSetting(tokens, index)
                ? LeftOut(
                    tokens,
                    index,
                    SettingsEnd(tokens, index),
                    $"A state changes the settings of pools: write `in {tokens.Text(1)} {{ pool NAME {{ "
                        + $"{tokens.Slice(index, SettingEnd(tokens, index))} }} }}`"
                )
            : tokens.Type(index) == RgPolicyLexer.CLASS
            && tokens.IsWord(index + 1)
            && tokens.Is(index + 2, "{")
            && tokens.Text(index - 1) is "{" or "}"
                ? LeftOut(
                    tokens,
                    index,
                    Close(tokens, index + 2) + 1,
                    "A state changes pools and no classes: write `pool NAME { ... }` instead of "
                        + $"`{tokens.Slice(index, index + 2)} {{ ... }}`"
                )
            : null;
    }

    private static (Correction Correction, int Next)? OfObjective(RawTokens tokens, int index)
    {
        var isPart =
            index > 5
            && tokens.IsAny(index, "when", "during", "for", "on", "unless", "over", "within", "per")
            && tokens.ConstantEnd(index - 1) <= index
            && !tokens.IsComparison(index - 1);
        var end = index + 1;
        while (isPart && end < tokens.Count && tokens.Text(end) is not ("{" or "yields") && !tokens.IsFirstOnLine(end))
        {
            end++;
        }

        return isPart
            ? LeftOut(
                tokens,
                index,
                end,
                $"An objective holds for all queries of its class, at all times: leave out `{tokens.Slice(index, end)}`"
            )
            : null;
    }

    // `when a unless b`
    private static (Correction Correction, int Next)? AndNot(RawTokens tokens, int index)
    {
        var (start, end, next) = (tokens.Start(index), tokens.End(index), LineEnd(tokens, index));
        var last = tokens.End(next - 1);
        return next == index + 1
            ? null
            : (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "Only rules have `unless`: write `and not (...)`.",
                    [new Replacement(start, end, "and not ("), new Replacement(last, last, ")")]
                )
                {
                    Fix = "Write `and not (...)`",
                    IsSafe = false,
                },
                index + 1
            );
    }

    // `plan.writes during w`
    private static (Correction Correction, int Next) Joined(RawTokens tokens, int index)
    {
        var start = tokens.Start(index);
        return (
            new Correction(
                "RG1001",
                start,
                tokens.End(index + 1),
                $"Expected `and` before `{tokens.Slice(index, index + 2)}`.",
                [new Replacement(start, start, "and ")]
            )
            {
                Fix = "Write `and`",
            },
            index + 2
        );
    }

    private static bool IsBehindWhen(RawTokens tokens, int index)
    {
        var place = index - 1;
        while (place > 1 && place > index - MostTokensBack && !tokens.IsAny(place, "when"))
        {
            place--;
        }

        return place > 1 && tokens.IsAny(place, "when") && place < index - 1 && tokens.OpenBefore(index) == 0;
    }

    private static bool BeginsSetting(RawTokens tokens, int index) =>
        tokens.Type(index) is RgPolicyLexer.CPU or RgPolicyLexer.MEMORY or RgPolicyLexer.IO
            ? Expectations.IsSettingWord(tokens.Type(index + 1))
            : Expectations.IsSettingWord(tokens.Type(index))
                && (tokens.IsNumber(index + 1) || tokens.Text(index + 1) is "all" or "like" or ":" or "=" or "wait");

    private static int SettingEnd(RawTokens tokens, int index)
    {
        // `cpu weight` and `io min reads` are one name.
        var end = index + 1;
        while (Expectations.IsSettingWord(tokens.Type(end)))
        {
            end++;
        }

        while (
            end < tokens.Count
            && tokens.Text(end) is not ("}" or "{" or "when" or "unless" or "pool")
            && !tokens.IsFirstOnLine(end)
            && !BeginsSetting(tokens, end)
        )
        {
            end++;
        }

        return end;
    }

    private static int SettingsEnd(RawTokens tokens, int index)
    {
        while (
            index < tokens.Count && tokens.Text(index) is not ("}" or "{") && tokens.Type(index) != RgPolicyLexer.POOL
        )
        {
            index++;
        }

        return index;
    }

    private static int Close(RawTokens tokens, int open)
    {
        var place = open;
        while (place + 1 < tokens.Count && !tokens.Is(place, "}"))
        {
            place++;
        }

        return place;
    }

    private static int LineEnd(RawTokens tokens, int index) => CharacterRule.BehindLine(tokens, index);

    private static (Correction Correction, int Next) LeftOut(RawTokens tokens, int index, int next, string why)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (new Correction("RG1001", start, end, why + ".", [new Replacement(start, end, "")]), next);
    }
}
