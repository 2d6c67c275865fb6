using System.Globalization;
using System.Numerics;
using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Numbers as other languages write them: <c>1_000</c>, <c>1e6</c>, <c>1,000</c>, <c>.5</c>, <c>250k</c>,
/// <c>0x10</c>.</summary>
internal static partial class NumberRule
{
    private const int MostTokensBack = 4;
    private const int LongestNumber = 40;

    public static IEnumerable<Correction> Find(StatementText statement)
    {
        for (var place = Math.Max(0, statement.Place - MostTokensBack); place <= statement.Place; place++)
        {
            if (
                statement.Type(place) is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL or RgPolicyLexer.DOT
                && At(statement, statement.Start(place)) is { } found
            )
            {
                yield return found;
            }
        }
    }

    private static Correction? At(StatementText statement, int start)
    {
        var written = Number()
            .Match(statement.Content.Substring(start, Math.Min(LongestNumber, statement.Content.Length - start)));
        if (!written.Success || Meant(written) is not { } meant)
        {
            return null;
        }

        var end = start + written.Length;
        return new Correction(
            "RG1001",
            start,
            end,
            $"Numbers are written in plain digits, without separators or exponents: write `{meant}`.",
            [new Replacement(start, end, meant)]
        )
        {
            Fix = $"Write `{meant}`",
        };
    }

    private static string? Meant(Match written)
    {
        string? Of(string group) => written.Groups[group] is { Success: true } found ? found.Value : null;
        return Of("grouped") is { } grouped ? NotDigit().Replace(grouped, "")
            : Of("comma") is { } comma ? comma.Replace(',', '.')
            : Of("hex") is { } hex
                ? BigInteger
                    .Parse("0" + hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)
                    .ToString(CultureInfo.InvariantCulture)
            : Of("base") is { } power
                ? BigInteger
                    .Pow(Integer(power), (int)Integer(written.Groups["power"].Value))
                    .ToString(CultureInfo.InvariantCulture)
            : Of("point") is { } point ? "0" + point
            : Of("scaled") is { } scaled ? Scale(scaled, ExponentOf(written))
            : Of("long");
    }

    private static int ExponentOf(Match written) =>
        written.Groups["exponent"].Success ? (int)Integer(written.Groups["exponent"].Value)
        : written.Groups["thousand"].Success ? 3
        : written.Groups["billion"].Success ? 9
        : 6;

    private static string Scale(string number, int exponent)
    {
        var parts = number.Split('.');
        var behind = parts.Length > 1 ? parts[1] : "";
        var whole = parts[0] + behind[..Math.Min(exponent, behind.Length)].PadRight(exponent, '0');
        return Integer(whole).ToString(CultureInfo.InvariantCulture)
            + (behind.Length > exponent ? "." + behind[exponent..] : "");
    }

    private static BigInteger Integer(string digits) => BigInteger.Parse(digits, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^((?<grouped>\d+(_\d+)+|\d{1,3}([,'\u00A0\u202F ]\d{3})+)|(?<comma>\d+,\d{1,2})|0[xX](?<hex>[0-9a-fA-F]{1,16})"
            + @"|(?<base>\d{1,4}) ?(\^|\*\*) ?(?<power>[0-3]?\d)|(?<point>\.\d+)"
            + @"|(?<scaled>\d+(\.\d+)?)([eE]\+?(?<exponent>1?\d)| ?(?<thousand>[kK]|thousand)| ?([mM]|mio|mln|million)| ?(?<billion>bn|billion))"
            + @"|(?<long>\d+)(ul|UL|ll|LL|[lLuUfF]))(?![\w.])",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Number();

    [GeneratedRegex(@"\D", RegexOptions.NonBacktracking)]
    private static partial Regex NotDigit();
}
