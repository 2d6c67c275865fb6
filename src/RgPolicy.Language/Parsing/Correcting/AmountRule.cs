using System.Globalization;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Amounts as people write them, by what the signal is: <c>500k</c> rows, <c>5 µs</c>, <c>0,5</c>, <c>800 MiB
/// per s</c>, <c>%10</c>.</summary>
internal sealed class AmountRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.IsNumber(index)
            ? Scaled(tokens, index)
                ?? Weeks(tokens, index)
                ?? DecimalComma(tokens, index)
                ?? PerSecond(tokens, index)
                ?? Times(tokens, index)
                ?? Share(tokens, index)
                ?? Counted(tokens, index)
            : PercentBefore(tokens, index);

    private static (Correction Correction, int Next)? Scaled(RawTokens tokens, int index)
    {
        var type = tokens.AskedBefore(index)?.Type;
        var factor = (type, tokens.Text(index + 1).ToUpperInvariant()) switch
        {
            (SignalType.Count or SignalType.Number, "K" or "THOUSAND") => 1_000m,
            (SignalType.Count or SignalType.Number, "M" or "MIO" or "MILLION" or "MILLIONS" or "MM") => 1_000_000m,
            (SignalType.Count or SignalType.Number, "G" or "BN" or "BILLION" or "BILLIONS") => 1_000_000_000m,
            (SignalType.Duration, "\u00B5S" or "\u039CS" or "US" or "USEC" or "MICROSECONDS") => 0.001m,
            (SignalType.Duration, "NS" or "NSEC" or "NANOSECONDS") => 0.000001m,
            _ => 0m,
        };
        if (
            factor == 0
            || !decimal.TryParse(
                tokens.Text(index),
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out var number
            )
            || number > 1_000_000_000
        )
        {
            return null;
        }

        var plain =
            (number * factor).ToString("0.#########", CultureInfo.InvariantCulture)
            + (type == SignalType.Duration ? " ms" : "");
        return Instead(
            tokens,
            index,
            index + 2,
            plain,
            type == SignalType.Duration
                ? $"`{tokens.Text(index + 1)}` is not a unit"
                : "Numbers are written in plain digits, without separators or exponents",
            "RG1008"
        );
    }

    // `1 week`: the longest unit is a day.
    private static (Correction Correction, int Next)? Weeks(RawTokens tokens, int index)
    {
        var days = tokens.Text(index + 1).ToUpperInvariant() switch
        {
            "W" or "WK" or "WKS" or "WEEK" or "WEEKS" => 7m,
            "MONTH" or "MONTHS" => 30m,
            "Y" or "YEAR" or "YEARS" => 365m,
            _ => 0m,
        };
        if (
            days == 0
            || tokens.IsFirstOnLine(index + 1)
            || !decimal.TryParse(
                tokens.Text(index),
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out var number
            )
            || number > 1_000_000
        )
        {
            return null;
        }

        var (correction, next) = Instead(
            tokens,
            index,
            index + 2,
            (number * days).ToString("0.#########", CultureInfo.InvariantCulture) + " d",
            $"`{tokens.Text(index + 1)}` is not a unit, and the longest is `d`",
            "RG1008"
        );
        return (correction with { IsSafe = days == 7 }, next);
    }

    // Of three digits behind a comma one cannot know: that is told elsewhere.
    private static (Correction Correction, int Next)? DecimalComma(RawTokens tokens, int index)
    {
        var isOne =
            tokens.IsComparison(index - 1)
            && tokens.Type(index) == RgPolicyLexer.INTEGER
            && tokens.Is(index + 1, ",")
            && tokens.Touches(index)
            && tokens.Touches(index + 1)
            && tokens.Type(index + 2) == RgPolicyLexer.INTEGER
            && (tokens.Text(index + 2).Length != 3 || tokens.Is(index, "0"));
        return isOne
            ? Instead(
                tokens,
                index,
                index + 3,
                $"{tokens.Text(index)}.{tokens.Text(index + 2)}",
                "Decimals have a point"
            )
            : null;
    }

    // `800 MiB per s`, `800 MiB / s`, `500 per second`
    private static (Correction Correction, int Next)? PerSecond(RawTokens tokens, int index)
    {
        var unit = Units.IsUnit(tokens.Text(index + 1)) ? index + 2 : index + 1;
        var isRate =
            tokens.IsAny(unit, "per", "a") && tokens.IsAny(unit + 1, "s", "sec", "second")
            || tokens.Is(unit, "/") && tokens.IsAny(unit + 1, "sec", "second");
        return isRate
            ? Instead(tokens, index, unit + 2, tokens.Slice(index, unit) + "/s", "A rate has the unit `/s`")
            : null;
    }

    // `3x host.llc`
    private static (Correction Correction, int Next)? Times(RawTokens tokens, int index)
    {
        var isForgotten = tokens.Is(index + 1, "host") && tokens.Is(index + 2, ".") && !tokens.IsFirstOnLine(index + 1);
        if (isForgotten)
        {
            var behind = tokens.End(index);
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    behind,
                    $"A product is written with `*`: write `{tokens.Text(index)} * host.{tokens.Text(index + 3)}`.",
                    [new Replacement(behind, behind, " *")]
                )
                {
                    Fix = "Write `*`",
                },
                index + 1
            );
        }

        var isTimes =
            tokens.IsAny(index + 1, "x", "times") && tokens.IsWord(index + 2) && !tokens.IsFirstOnLine(index + 2);
        return isTimes
            ? Instead(tokens, index, index + 2, $"{tokens.Text(index)} *", "A product is written with `*`")
            : null;
    }

    // `50% of host.llc`
    private static (Correction Correction, int Next)? Share(RawTokens tokens, int index)
    {
        var isShare = tokens.Is(index + 1, "%") && tokens.Is(index + 2, "of") && tokens.IsWord(index + 3);
        var whole = tokens.IsAny(index + 3, "the") ? index + 4 : index + 3;
        if (
            isShare
            && tokens.IsAny(
                whole,
                "total",
                "all",
                "capacity",
                "memory",
                "cpu",
                "cache",
                "host",
                "machine",
                "server",
                "llc"
            )
            && !tokens.IsSignal(whole)
        )
        {
            var (start, end) = (tokens.Start(index + 2), tokens.End(whole));
            return (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"A percentage is of the whole: leave out `{tokens.Slice(index + 2, whole + 1)}`.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = "Remove it",
                },
                whole + 1
            );
        }

        return isShare
            ? Instead(tokens, index, index + 3, $"{tokens.Text(index)} / 100 *", "A share of something is a product")
            : null;
    }

    // `concurrency 10 sessions`, `plan.rows > 1000 rows`: what is counted has a name, and no unit.
    private static (Correction Correction, int Next)? Counted(RawTokens tokens, int index)
    {
        var word = index + 1;
        var isCounted =
            tokens.Type(index - 1) is RgPolicyLexer.CONCURRENCY or RgPolicyLexer.MAXDOP or RgPolicyLexer.WEIGHT
            || (
                tokens.IsComparison(index - 1)
                && tokens.AskedBefore(index)?.Type is SignalType.Count or SignalType.Number
            );
        var isWord =
            isCounted
            && tokens.Type(word) == RgPolicyLexer.IDENTIFIER
            && !tokens.IsAny(word, "end", "done")
            && !tokens.IsFirstOnLine(word)
            && !tokens.Touches(index)
            && !Units.IsUnit(tokens.Text(word))
            && !tokens.IsJoint(word)
            && Repairing.Words.InSmallLetters(tokens.Text(word)) is null
            && (
                tokens.EndsCondition(word + 1)
                || tokens.IsFirstOnLine(word + 1)
                || Expectations.IsSettingWord(tokens.Type(word + 1))
                || tokens.Text(word + 1) is "cpu" or "memory" or "io"
            );
        var (start, end) = isWord ? (tokens.Start(word), tokens.End(word)) : (0, 0);
        return isWord
            ? (
                new Correction(
                    "RG1008",
                    start,
                    end,
                    $"`{tokens.Text(word)}` is not a unit, and a count has none: leave it out.",
                    [new Replacement(tokens.End(index), end, "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(word)}`",
                },
                word + 1
            )
            : null;
    }

    private static (Correction Correction, int Next)? PercentBefore(RawTokens tokens, int index)
    {
        var isBefore =
            tokens.Is(index, "%")
            && tokens.Type(index + 1) == RgPolicyLexer.INTEGER
            && !tokens.IsNumber(index - 1)
            && !tokens.Is(index + 2, "%");
        return isBefore
            ? Instead(tokens, index, index + 2, tokens.Text(index + 1) + "%", "A unit stands behind its number")
            : null;
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string why,
        string code = "RG1001"
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(code, start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }
}
