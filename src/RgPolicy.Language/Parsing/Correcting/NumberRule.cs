using System.Globalization;
using System.Numerics;
using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Numbers as other languages write them: <c>1_000</c>, <c>1e6</c>, <c>1,000</c>, <c>.5</c>.</summary>
internal sealed partial class NumberRule : ICorrectionRule
{
    private const int LargestExponent = 18;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.IsNumber(index) ? Underscored(tokens, index) ?? Exponent(tokens, index) ?? Grouped(tokens, index) : Pointed(tokens, index);

    private static (Correction Correction, int Next)? Underscored(RawTokens tokens, int index)
    {
        var match = tokens.Touches(index) ? Separated().Match(tokens.Text(index + 1)) : Match.Empty;
        return match.Success && tokens.Type(index) == RgPolicyLexer.INTEGER
            ? Instead(tokens, index, index + 2, tokens.Text(index) + match.Groups["digits"].Value.Replace("_", "", StringComparison.Ordinal), match.Groups["rest"].Value)
            : null;
    }

    private static (Correction Correction, int Next)? Exponent(RawTokens tokens, int index)
    {
        if (!tokens.Touches(index) || tokens.Type(index + 1) != RgPolicyLexer.IDENTIFIER || tokens.Text(index + 1)[0] is not ('e' or 'E'))
        {
            return null;
        }

        var isSigned = tokens.Text(index + 1).Length == 1 && tokens.Is(index + 2, "+") && tokens.Type(index + 3) == RgPolicyLexer.INTEGER;
        var digits = isSigned ? tokens.Text(index + 3) : tokens.Text(index + 1)[1..];
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var exponent) && exponent <= LargestExponent
            ? Instead(tokens, index, index + (isSigned ? 4 : 2), Scale(tokens.Text(index), exponent), "")
            : null;
    }

    private static string Scale(string number, int exponent)
    {
        var point = number.IndexOf('.', StringComparison.Ordinal);
        var behind = point < 0 ? "" : number[(point + 1)..];
        var whole = (point < 0 ? number : number[..point]) + behind[..Math.Min(exponent, behind.Length)].PadRight(exponent, '0');
        var rest = behind.Length > exponent ? "." + behind[exponent..] : "";
        return BigInteger.Parse(whole, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture) + rest;
    }

    // In a list the comma stands between two numbers.
    private static (Correction Correction, int Next)? Grouped(RawTokens tokens, int index)
    {
        var isOne = tokens.IsComparison(index - 1) || tokens.Type(index - 1) is RgPolicyLexer.BETWEEN or RgPolicyLexer.EQUAL
            or RgPolicyLexer.WEIGHT or RgPolicyLexer.CONCURRENCY or RgPolicyLexer.READS || tokens.IsAny(index - 1, "and") && tokens.IsAny(index - 3, "between");
        var next = index;
        while (isOne && GroupFollows(tokens, next))
        {
            next += tokens.Type(next + 1) == RgPolicyLexer.INTEGER ? 1 : 2;
        }

        var digits = string.Concat(Enumerable.Range(index, next - index + 1).Where(tokens.IsNumber).Select(tokens.Text));
        return next == index ? null : Instead(tokens, index, next + 1, digits, "");
    }

    private static bool GroupFollows(RawTokens tokens, int index) =>
        tokens.Type(index + 1) == RgPolicyLexer.COMMA && tokens.Touches(index) && tokens.Touches(index + 1) && IsGroup(tokens, index + 2)
        || IsGroup(tokens, index + 1);

    private static bool IsGroup(RawTokens tokens, int index) => tokens.Type(index) == RgPolicyLexer.INTEGER && tokens.Text(index).Length == 3;

    private static (Correction Correction, int Next)? Pointed(RawTokens tokens, int index)
    {
        var isPointed = tokens.Type(index) == RgPolicyLexer.DOT && tokens.Type(index + 1) == RgPolicyLexer.INTEGER && tokens.Touches(index)
            && !tokens.IsWord(index - 1) && tokens.Type(index - 1) != RgPolicyLexer.DOT;
        return isPointed ? Instead(tokens, index, index + 2, "0." + tokens.Text(index + 1), "") : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int next, string number, string rest)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (new Correction("RG1001", start, end, $"Numbers are written in plain digits, without separators or exponents: write `{number}`.",
            [new Replacement(start, end, number + rest)]) { Fix = $"Write `{number}`" }, next);
    }

    [GeneratedRegex("^(?<digits>(_[0-9]+)+)(?<rest>[A-Za-z]*)$", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Separated();
}
