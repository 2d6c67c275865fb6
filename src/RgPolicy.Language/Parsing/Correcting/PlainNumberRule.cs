using System.Globalization;
using System.Text;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Numbers as typesetting writes them: groups between narrow blanks, <c>10</c> with raised digits,
/// <c>\u00BD</c>.</summary>
internal sealed class PlainNumberRule : ICorrectionRule
{
    private const int GroupLength = 3;
    private const int LargestPower = 40;
    private const int Decimals = 4;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(index) switch
        {
            RgPolicyLexer.INTEGER => Grouped(tokens, index)
                ?? Raised(tokens, index)
                ?? Broken(tokens, index, index + 1),
            RgPolicyLexer.UNKNOWN when !tokens.IsNumber(index - 1) => Broken(tokens, index, index),
            _ => null,
        };

    private static (Correction Correction, int Next)? Grouped(RawTokens tokens, int index)
    {
        var next = index;
        while (
            IsBlank(tokens, next + 1)
            && tokens.Type(next + 2) == RgPolicyLexer.INTEGER
            && tokens.Text(next + 2).Length == GroupLength
            && tokens.Touches(next)
            && tokens.Touches(next + 1)
        )
        {
            next += 2;
        }

        return next == index
            ? null
            : Instead(
                tokens,
                index,
                next + 1,
                string.Concat(Enumerable.Range(index, next - index + 1).Where(tokens.IsNumber).Select(tokens.Text)),
                index + 1
            );
    }

    private static bool IsBlank(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.UNKNOWN && Rune.IsWhiteSpace(RuneAt(tokens, index));

    // `10` and raised digits
    private static (Correction Correction, int Next)? Raised(RawTokens tokens, int index)
    {
        var (next, power) = (index + 1, 0);
        while (power <= LargestPower && tokens.Touches(next - 1) && RaisedDigit(tokens, next) is var digit and >= 0)
        {
            (power, next) = (power * 10 + digit, next + 1);
        }

        return next == index + 1 || power > LargestPower || tokens.Text(index).Length > Decimals
            ? null
            : Instead(
                tokens,
                index,
                next,
                System
                    .Numerics.BigInteger.Pow(int.Parse(tokens.Text(index), CultureInfo.InvariantCulture), power)
                    .ToString(CultureInfo.InvariantCulture),
                index + 1
            );
    }

    private static int RaisedDigit(RawTokens tokens, int index)
    {
        var isRaised =
            tokens.Type(index) == RgPolicyLexer.UNKNOWN
            && tokens.Text(index)[0] is '\u00B2' or '\u00B3' or '\u00B9' or '\u2070' or (>= '\u2074' and <= '\u2079');
        return isRaised ? (int)char.GetNumericValue(tokens.Text(index)[0]) : -1;
    }

    // A half, a quarter; behind digits it belongs to them.
    private static (Correction Correction, int Next)? Broken(RawTokens tokens, int index, int place)
    {
        var isBroken =
            tokens.Type(place) == RgPolicyLexer.UNKNOWN
            && Rune.GetUnicodeCategory(RuneAt(tokens, place)) == UnicodeCategory.OtherNumber
            && RaisedDigit(tokens, place) < 0
            && (place == index || tokens.Touches(index));
        var value = isBroken ? (decimal)Rune.GetNumericValue(RuneAt(tokens, place)) : 0;
        if (!isBroken || value is <= 0 or >= 1 || decimal.Round(value, Decimals) != value)
        {
            return null;
        }

        var whole =
            place == index ? 0 : decimal.Parse(tokens.Text(index), NumberStyles.None, CultureInfo.InvariantCulture);
        return Instead(
            tokens,
            index,
            place + 1,
            (whole + value).ToString("0.####", CultureInfo.InvariantCulture),
            place
        );
    }

    private static Rune RuneAt(RawTokens tokens, int index) =>
        Rune.TryGetRuneAt(tokens.Content, tokens.Start(index), out var rune) ? rune : Rune.ReplacementChar;

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string number,
        int strange
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1004",
                start,
                end,
                $"{Characters.Name(RuneAt(tokens, strange))} has no meaning in a number: write `{number}`.",
                [new Replacement(start, end, number)]
            )
            {
                Fix = $"Write `{number}`",
            },
            next
        );
    }
}
