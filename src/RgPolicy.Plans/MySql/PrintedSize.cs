using System.Buffers;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.MySql;

/// <summary>Sizes as the servers print them: <c>884K</c>, <c>1M</c>, <c>256Kb</c>.</summary>
internal static class PrintedSize
{
    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789."u8);

    /// <summary>The size in bytes that a member's text tells, or null.</summary>
    public static double? SizeOf(this JsonValue container, JsonName name) =>
        container.Member(name) is { Kind: JsonKind.Text } text ? Bytes(text.Raw) : null;

    private static double? Bytes(ReadOnlySpan<byte> text)
    {
        var digits = text.IndexOfAnyExcept(Digits);
        var number = PlainNumber.Parse(digits < 0 ? text : text[..digits]);
        double? unit =
            digits < 0
                ? 1
                : (text[digits] | 0x20) switch
                {
                    'b' => 1,
                    'k' => 1 << 10,
                    'm' => 1 << 20,
                    'g' => 1 << 30,
                    't' => 1L << 40,
                    _ => null,
                };
        return double.IsFinite(number) ? number * unit : null;
    }
}
