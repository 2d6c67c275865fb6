using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Writes numbers as a policy would, with the largest unit that leaves them whole.</summary>
internal static class AmountText
{
    private static readonly string[] ByteUnits = ["TiB", "GiB", "MiB", "KiB", "B"];
    private static readonly string[] TimeUnits = ["d", "h", "min", "s", "ms"];

    public static string Of(Rational number, SignalType type) =>
        type switch
        {
            SignalType.Bytes => WithUnit(number, ByteUnits),
            SignalType.BytesPerSecond => WithUnit(number, [.. ByteUnits.Select(unit => unit + "/s")]),
            SignalType.Duration => WithUnit(number, TimeUnits),
            SignalType.Percent => Plain(number, "%"),
            _ => Plain(number, ""),
        };

    private static string WithUnit(Rational number, string[] units)
    {
        foreach (var unit in units)
        {
            var amount = number / Units.Get(unit).Factor;
            if (amount.IsWhole && (amount != 0 || unit == units[^1]))
                return $"{amount} {unit}";
        }

        var plain = units.First(unit => Units.Get(unit).Factor == 1);
        return Plain(number, " " + plain);
    }

    private static string Plain(Rational number, string unit) =>
        Decimals.IsDecimal(number)
            ? DecimalText.Of(number) + unit
            : string.Create(CultureInfo.InvariantCulture, $"{number.Numerator}{unit} / {number.Denominator}");
}
