using System.Globalization;
using System.Numerics;
using System.Text.RegularExpressions;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Numbers as other languages write them: <c>1_000</c>, <c>1e6</c>, <c>1,000</c>, <c>.5</c>.</summary>
internal sealed partial class NumberRule : ICorrectionRule
{
    private const int LargestExponent = 18;
    private const int LargestPower = 40;
    private const int LongestBase = 4;
    private const int LongestHex = 13;

    private static readonly string[] Spellings =
    [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
    ];

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.IsNumber(index)
            ? Underscored(tokens, index) ?? Exponent(tokens, index) ?? Power(tokens, index) ?? Written(tokens, index)
            : Pointed(tokens, index) ?? Spelled(tokens, index);

    // `at least two ways`, `> ten min`
    private static (Correction Correction, int Next)? Spelled(RawTokens tokens, int index)
    {
        var digits =
            tokens.Type(index) != RgPolicyLexer.IDENTIFIER
                ? -1
                : Array.IndexOf(Spellings, tokens.Text(index).ToLowerInvariant());
        var isNumber =
            digits >= 0
            && (
                tokens.IsComparison(index - 1)
                || tokens.Type(index - 1) is RgPolicyLexer.LEAST or RgPolicyLexer.FOR
                || Expectations.IsSettingWord(tokens.Type(index - 1))
            )
            && (Units.IsUnit(tokens.Text(index + 1)) || tokens.EndsCondition(index + 1));
        return isNumber ? Instead(tokens, index, index + 1, digits.ToString(CultureInfo.InvariantCulture), "") : null;
    }

    private static (Correction Correction, int Next)? Underscored(RawTokens tokens, int index)
    {
        var match = tokens.Touches(index) ? Separated().Match(tokens.Text(index + 1)) : Match.Empty;
        return match.Success && tokens.Type(index) == RgPolicyLexer.INTEGER
            ? Instead(
                tokens,
                index,
                index + 2,
                tokens.Text(index) + match.Groups["digits"].Value.Replace("_", "", StringComparison.Ordinal),
                match.Groups["rest"].Value
            )
            : null;
    }

    private static (Correction Correction, int Next)? Exponent(RawTokens tokens, int index)
    {
        if (
            !tokens.Touches(index)
            || tokens.Type(index + 1) != RgPolicyLexer.IDENTIFIER
            || tokens.Text(index + 1)[0] is not ('e' or 'E')
        )
        {
            return null;
        }

        var isSigned =
            tokens.Text(index + 1).Length == 1
            && tokens.Is(index + 2, "+")
            && tokens.Type(index + 3) == RgPolicyLexer.INTEGER;
        var digits = isSigned ? tokens.Text(index + 3) : tokens.Text(index + 1)[1..];
        return
            int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var exponent)
            && exponent <= LargestExponent
            ? Instead(tokens, index, index + (isSigned ? 4 : 2), Scale(tokens.Text(index), exponent), "")
            : null;
    }

    private static string Scale(string number, int exponent)
    {
        var point = number.IndexOf('.', StringComparison.Ordinal);
        var behind = point < 0 ? "" : number[(point + 1)..];
        var whole =
            (point < 0 ? number : number[..point])
            + behind[..Math.Min(exponent, behind.Length)].PadRight(exponent, '0');
        var rest = behind.Length > exponent ? "." + behind[exponent..] : "";
        return BigInteger.Parse(whole, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture) + rest;
    }

    // `0x1000`, `1000L`, `5O0`: the letters touch the digits.
    private static (Correction Correction, int Next)? Written(RawTokens tokens, int index)
    {
        var letters =
            tokens.Touches(index)
            && tokens.Type(index) == RgPolicyLexer.INTEGER
            && tokens.Type(index + 1) == RgPolicyLexer.IDENTIFIER
                ? tokens.Text(index + 1)
                : "";
        if (tokens.Is(index, "0") && letters.Length is > 1 and <= LongestHex && letters[0] is 'x' or 'X')
        {
            return Hexadecimal(tokens, index, letters);
        }

        if (letters is "L" or "l" or "UL" or "ul" or "u" or "U" or "LL" or "f" or "F")
        {
            return Instead(tokens, index, index + 2, tokens.Text(index), "");
        }

        var digits = letters.Replace('O', '0').Replace('o', '0').Replace('l', '1').Replace('I', '1');
        return
            letters.Length > 0
            && digits.All(char.IsAsciiDigit)
            && Instead(tokens, index, index + 2, tokens.Text(index) + digits, "") is var (slip, next)
            ? (
                slip with
                {
                    Message =
                        $"`{letters}` holds a letter that only looks like a digit: write "
                        + $"`{tokens.Text(index)}{digits}`.",
                    IsSafe = false,
                },
                next
            )
            : null;
    }

    // `cache 0x3` is a mask, all other such numbers are numbers.
    private static (Correction Correction, int Next)? Hexadecimal(RawTokens tokens, int index, string letters)
    {
        if (
            !ulong.TryParse(
                letters.AsSpan(1),
                NumberStyles.AllowHexSpecifier,
                CultureInfo.InvariantCulture,
                out var value
            )
        )
        {
            return null;
        }

        if (tokens.Type(index - 1) != RgPolicyLexer.CACHE)
        {
            return Instead(tokens, index, index + 2, value.ToString(CultureInfo.InvariantCulture), "");
        }

        var ways = string.Create(CultureInfo.InvariantCulture, $"{BitOperations.PopCount(value)} ways");
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index + 1),
                $"`cache` takes a share or a number of ways and no mask: write `cache {ways}`.",
                [new Replacement(tokens.Start(index), tokens.End(index + 1), ways)]
            )
            {
                Fix = $"Write `{ways}`",
                IsSafe = false,
            },
            index + 2
        );
    }

    // `10^6`, `2 ** 20`
    private static (Correction Correction, int Next)? Power(RawTokens tokens, int index)
    {
        var isStars = tokens.Is(index + 1, "*") && tokens.Is(index + 2, "*") && tokens.Touches(index + 1);
        var exponent =
            tokens.Is(index + 1, "^") ? index + 2
            : isStars ? index + 3
            : -1;
        var isPower =
            tokens.Type(index) == RgPolicyLexer.INTEGER
            && tokens.Type(exponent) == RgPolicyLexer.INTEGER
            && tokens.Text(index).Length <= LongestBase;
        return
            isPower
            && int.TryParse(tokens.Text(exponent), NumberStyles.None, CultureInfo.InvariantCulture, out var times)
            && times <= LargestPower
            ? Instead(
                tokens,
                index,
                exponent + 1,
                BigInteger
                    .Pow(BigInteger.Parse(tokens.Text(index), CultureInfo.InvariantCulture), times)
                    .ToString(CultureInfo.InvariantCulture),
                ""
            )
            : null;
    }

    private static (Correction Correction, int Next)? Pointed(RawTokens tokens, int index)
    {
        var isPointed =
            tokens.Type(index) == RgPolicyLexer.DOT
            && tokens.Type(index + 1) == RgPolicyLexer.INTEGER
            && tokens.Touches(index)
            && !tokens.IsWord(index - 1)
            && tokens.Type(index - 1) != RgPolicyLexer.DOT;
        return isPointed ? Instead(tokens, index, index + 2, "0." + tokens.Text(index + 1), "") : null;
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string number,
        string rest
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"Numbers are written in plain digits, without separators or exponents: write `{number}`.",
                [new Replacement(start, end, number + rest)]
            )
            {
                Fix = $"Write `{number}`",
            },
            next
        );
    }

    [GeneratedRegex(
        "^(?<digits>(_[0-9]+)+)(?<rest>[A-Za-z]*)$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Separated();
}
