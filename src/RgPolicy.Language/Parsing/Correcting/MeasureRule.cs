using System.Globalization;
using System.Text.RegularExpressions;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Measures of other notations: <c>1h30m</c>, <c>1h30</c>, <c>00:02:00</c>, <c>100 Mbit/s</c>,
/// <c>1'000'000</c>.</summary>
internal sealed partial class MeasureRule : ICorrectionRule
{
    private const int MostDigits = 9;
    private const int MostCharacters = 40;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.CLOCK ? Clock(tokens, index)
        : tokens.IsNumber(index) && tokens.Type(0) != RgPolicyLexer.WINDOW
            ? Compound(tokens, index) ?? Bits(tokens, index) ?? Quoted(tokens, index)
        : null;

    // `00:02:00`
    private static (Correction Correction, int Next)? Clock(RawTokens tokens, int index)
    {
        var isTime =
            tokens.Type(0) != RgPolicyLexer.WINDOW
            && tokens.Is(index + 1, ":")
            && tokens.Type(index + 2) == RgPolicyLexer.INTEGER
            && tokens.Text(index + 2).Length < 3;
        var parts = tokens.Text(index).Split(':');
        var seconds = isTime ? Number(parts[0]) * 3600 + Number(parts[1]) * 60 + Number(tokens.Text(index + 2)) : -1;
        return seconds >= 0
            ? Instead(tokens, index, index + 3, Duration(seconds), "A duration is one number with its unit")
            : null;
    }

    // `1h30m`, `2m30s`, `1h 30m`
    private static (Correction Correction, int Next)? Compound(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (
            end < tokens.Count
            && end < index + 6
            && (tokens.Touches(end - 1) || tokens.IsNumber(end))
            && (tokens.IsNumber(end) || tokens.Type(end) == RgPolicyLexer.IDENTIFIER)
        )
        {
            end++;
        }

        for (var last = end; last > index + 1; last--)
        {
            var written = tokens.Slice(index, last).Replace(" ", "", StringComparison.Ordinal);
            if (HoursAndMinutes().Match(written) is { Success: true } clock)
            {
                return Instead(
                    tokens,
                    index,
                    last,
                    Duration(Number(clock.Groups["h"].Value) * 3600 + Number(clock.Groups["m"].Value) * 60),
                    "A duration is one number with its unit"
                );
            }

            if (Parts().Match(written) is { Success: true } match)
            {
                var seconds =
                    Number(match.Groups["d"].Value) * 86_400
                    + Number(match.Groups["h"].Value) * 3600
                    + Number(match.Groups["m"].Value) * 60
                    + Number(match.Groups["s"].Value);
                var isOne = new[] { "d", "h", "m", "s" }.Count(name => match.Groups[name].Success) < 2;
                return isOne
                    ? null
                    : Instead(tokens, index, last, Duration(seconds), "A duration is one number with its unit");
            }
        }

        return null;
    }

    // `100 Mbit/s`, `1 Gbps`
    private static (Correction Correction, int Next)? Bits(RawTokens tokens, int index)
    {
        var unit = tokens.Text(index + 1);
        var isBits =
            unit is "kbit" or "Kbit" or "Mbit" or "Gbit" or "kbps" or "Kbps" or "Mbps" or "Gbps" or "mbit" or "gbit";
        if (
            !isBits
            || !decimal.TryParse(
                tokens.Text(index),
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out var bits
            )
        )
        {
            return null;
        }

        var end = tokens.Is(index + 2, "/") ? index + 4 : index + 2;
        var meant =
            $"{(bits / 8).ToString("0.######", CultureInfo.InvariantCulture)} {char.ToUpperInvariant(unit[0])}B/s";
        return Instead(tokens, index, end, meant, "Rates are counted in bytes, which have 8 bits");
    }

    // `1'000'000`: to the lexer a text begins behind the first digits, which may be the rest of the line.
    private static (Correction Correction, int Next)? Quoted(RawTokens tokens, int index)
    {
        var isQuoted =
            tokens.Touches(index) && tokens.Type(index + 1) is RgPolicyLexer.STRING or RgPolicyLexer.OPEN_STRING;
        var match = isQuoted
            ? Groups()
                .Match(
                    tokens.Content,
                    tokens.Start(index),
                    Math.Min(MostCharacters, tokens.Content.Length - tokens.Start(index))
                )
            : Match.Empty;
        var (start, end) = (tokens.Start(index), match.Index + match.Length);
        var plain = match.Value.Replace("'", "", StringComparison.Ordinal);
        return match.Success && match.Index == start
            ? (
                new Correction(
                    "RG1008",
                    start,
                    end,
                    $"Numbers are written in plain digits, without separators or exponents: write `{plain}`.",
                    [new Replacement(start, end, plain)]
                )
                {
                    Fix = $"Write `{plain}`",
                },
                index + 2
            )
            : null;
    }

    private static long Number(string digits) =>
        digits.Length is 0 or > MostDigits ? 0 : long.Parse(digits, CultureInfo.InvariantCulture);

    private static string Duration(long seconds) =>
        seconds % 3600 == 0 ? $"{seconds / 3600} h"
        : seconds % 60 == 0 ? $"{seconds / 60} min"
        : $"{seconds} s";

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
            new Correction(
                Units.IsUnit(tokens.Text(index + 1)) ? "RG1001" : "RG1008",
                start,
                end,
                $"{why}: write `{meant}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }

    [GeneratedRegex(
        "^((?<d>[0-9]+)d)?((?<h>[0-9]+)(h|hr|hrs))?((?<m>[0-9]+)(m|min))?((?<s>[0-9]+)(s|sec))?$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Parts();

    [GeneratedRegex("^(?<h>[0-9]+)h(?<m>[0-5][0-9])$", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex HoursAndMinutes();

    [GeneratedRegex(@"[0-9]{1,3}('[0-9]{3})+\b", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Groups();
}
