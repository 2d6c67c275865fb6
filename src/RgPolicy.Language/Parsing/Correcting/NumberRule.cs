using System.Numerics;
using System.Text.RegularExpressions;
using static RgPolicy.Language.Parsing.Generated.RgPolicyLexer;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Numbers as other languages write them: <c>1_000</c>, <c>1e6</c>, <c>1,000</c>, <c>.5</c>, <c>250k</c>,
/// <c>0x10</c>, <c>1h30</c>, <c>2 weeks</c>, <c>five</c>.</summary>
internal static partial class NumberRule
{
    private const int MostTokensBack = 4;
    private const int LongestNumber = 40;

    private static readonly int[] Types = [INTEGER, DECIMAL, DOT, CLOCK];

    private static readonly string[] Units = ["d", "h", "min", "s", "ms"];

    private static readonly string[] Words =
        "zero one two three four five six seven eight nine ten eleven twelve".Split(' ');

    public static IEnumerable<Correction> Find(StatementReading statement)
    {
        for (var place = Math.Max(0, statement.Place - MostTokensBack); place <= statement.Place; place++)
        {
            if (At(statement, place) is { } found)
                yield return found;
        }
    }

    private static Correction? At(StatementReading statement, int place)
    {
        var start = statement.Start(place);
        var written = statement.Content.Substring(start, Math.Min(LongestNumber, statement.Content.Length - start));
        var word = Array.IndexOf(Words, statement.At(place).Text.ToLowerInvariant());
        return word >= 0 ? Told(start, Words[word].Length, word.ToString(CultureInfo.InvariantCulture))
            : !Types.Contains(statement.Type(place)) ? null
            : Duration().Match(written) is { Success: true } duration
                ? Told(start, duration.Length, InUnits(duration)) with
                {
                    Code = "RG1008",
                    Message = $"A duration is one number with its unit: write `{InUnits(duration)}`.",
                }
            : Number().Match(written) is { Success: true } number
                ? Told(start, number.Length, Meant(number)) with
                {
                    Elsewhere = (other, at) => other.Type(at + 1) == UNKNOWN ? At(other, at) : null,
                }
            : null;
    }

    private static Correction Told(int start, int length, string meant) =>
        Correction.Of(
            "RG1001",
            start,
            start + length,
            $"Numbers are written in plain digits, without separators or exponents: write `{meant}`.",
            meant
        );

    private static string InUnits(Match duration)
    {
        var (amounts, units) = (duration.Groups["n"].Captures, duration.Groups["u"].Captures);
        var (ticks, last) = (0m, 0m);
        for (var index = 0; index < amounts.Count; index++)
        {
            // Behind `1h30` and in `1:30:00` the unit is the next smaller one.
            last =
                index < units.Count ? Ticks(units[index].Value)
                : index == 0 ? Ticks("h")
                : last / 60;
            ticks += decimal.Parse(amounts[index].Value, CultureInfo.InvariantCulture) * last;
        }

        var unit = Units.First(unit => unit == "ms" || (ticks > 0 && ticks % Ticks(unit) == 0));
        return string.Create(CultureInfo.InvariantCulture, $"{ticks / Ticks(unit):0.#########} {unit}");
    }

    private static decimal Ticks(string unit) =>
        unit.ToLowerInvariant() switch
        {
            "ms" => 1_000_000,
            ['w', ..] => 604_800_000_000_000,
            ['d', ..] => 86_400_000_000_000,
            ['h', ..] => 3_600_000_000_000,
            ['s', ..] => 1_000_000_000,
            ['n', ..] => 1,
            ['m', 'i', 'c', ..] => 1_000,
            ['m', ..] => 60_000_000_000,
            _ => 1_000,
        };

    private static string Meant(Match written)
    {
        var kind = written.Groups.Values.Skip(1).First(group => group.Success);
        return kind.Name switch
        {
            "grouped" => NotDigit().Replace(kind.Value, ""),
            "comma" => kind.Value.Replace(',', '.'),
            "hex" => Text(
                BigInteger.Parse("0" + kind.Value, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)
            ),
            "base" => Text(BigInteger.Pow(Integer(kind.Value), (int)Integer(written.Groups["power"].Value))),
            "point" => "0" + kind.Value,
            "scaled" => Scale(kind.Value, ExponentOf(written)),
            _ => kind.Value,
        };
    }

    private static string Text(BigInteger number) => number.ToString(CultureInfo.InvariantCulture);

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

    // `1h30`, `1:30:00`, `2 weeks`, `5 us`.
    [GeneratedRegex(
        @"^((?<n>\d{1,6}(\.\d{1,3})?)(?<u>[wdhms]|wks?|weeks?|days?|hrs?|hours?|mins?|minutes?|secs?|seconds?) ?){2,}(?![\w.])"
            + @"|^((?<n>\d{1,6})(?<u>[hm])(?<n>\d{1,2})|(?<n>\d{1,2}):(?<n>\d{1,2}):(?<n>\d{1,2})"
            + @"|(?<n>\d{1,6}(\.\d{1,3})?) ?(?<u>w|wks?|weeks?|[u\u00B5\u03BC]s(ec)?|microseconds?|ns(ec)?|nanoseconds?))(?![\w.])",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Duration();

    [GeneratedRegex(
        @"^((?<grouped>\d+(_\d+)+|\d{1,3}([,'\u00A0\u202F ]\d{3})+)|(?<comma>\d+,\d{1,2})|0[xX](?<hex>[0-9a-fA-F]{1,16})"
            + @"|(?<base>\d{1,4}) ?(\^|\*\*) ?(?<power>[0-3]?\d)|(?<point>\.\d+)"
            + @"|(?<scaled>\d+(\.\d+)?)([eE]\+?(?<exponent>1?\d)| ?(?<thousand>[kK]|thousand)| ?([mM]{1,2}|mio|mln|millions?)| ?(?<billion>bn|G|billions?))"
            + @"|(?<long>\d+)(ul|UL|ll|LL|[lLuUfF]))(?![\w.])",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Number();

    [GeneratedRegex(@"\D", RegexOptions.NonBacktracking)]
    private static partial Regex NotDigit();
}
