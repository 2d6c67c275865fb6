namespace RgPolicy.Testing.Policies.Text;

/// <summary>A constant of a condition; which parts count depends on the signal.</summary>
/// <param name="Text">A text, a word or a version.</param>
/// <param name="Exactly">For a text.</param>
/// <param name="Numerator">Of a number.</param>
/// <param name="Denominator">Of a number.</param>
internal sealed record PlainConstant(string Text, bool Exactly, long Numerator, long Denominator)
{
    public static PlainConstant OfText(string text, bool exactly) => new(text, exactly, 0, 1);

    public static PlainConstant OfNumber(long numerator, long denominator) => new("", false, numerator, denominator);

    public int[] Version => [.. Text.Split('.').Select(part => int.Parse(part, CultureInfo.InvariantCulture))];

    public string Write(PlainSignal signal) =>
        signal.Kind switch
        {
            ValueKind.Text or ValueKind.Set => (Exactly ? "exactly " : "") + $"'{Text}'",
            ValueKind.Whole or ValueKind.Number when Denominator != 1 => FormattableString.Invariant(
                $"{Numerator}{signal.Unit} / {Denominator}"
            ),
            ValueKind.Whole or ValueKind.Number => FormattableString.Invariant($"{Numerator}{signal.Unit}"),
            _ => Text,
        };
}
