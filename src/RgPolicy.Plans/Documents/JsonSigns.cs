using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace RgPolicy.Plans.Documents;

/// <summary>The signs of JSON (RFC 8259): where blanks, texts and numbers end. Thirty-two bytes are
/// looked at in one step.</summary>
internal static class JsonSigns
{
    /// <summary>What a search answers where the text ends or is not what JSON allows there.</summary>
    public const int Nowhere = -1;

    private static readonly SearchValues<byte> TextStops = SearchValues.Create([
        (byte)'"',
        (byte)'\\',
        .. Enumerable.Range(0, ' ').Select(sign => (byte)sign),
    ]);

    /// <summary>The sign at a place, or 0 where the text has ended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte At(ReadOnlySpan<byte> utf8, int at) => (uint)at < (uint)utf8.Length ? utf8[at] : (byte)0;

    /// <summary>The first place from there on that holds no blank, perhaps the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int AfterBlanks(ReadOnlySpan<byte> utf8, int at)
    {
        if (At(utf8, at) > ' ')
            return at;
        return At(utf8, at) == ' ' && At(utf8, at + 1) > ' ' ? at + 1 : AfterManyBlanks(utf8, at);
    }

    /// <summary>The place of the quote that ends a text which begins there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TextEnd(ReadOnlySpan<byte> utf8, int from, out bool isEscaped)
    {
        isEscaped = false;
        if (from + Vector256<byte>.Count <= utf8.Length)
        {
            var signs = Vector256.Create(utf8.Slice(from, Vector256<byte>.Count));
            var stops =
                Vector256.Equals(signs, Vector256.Create((byte)'"'))
                | Vector256.Equals(signs, Vector256.Create((byte)'\\'))
                | Vector256.LessThan(signs, Vector256.Create((byte)' '));
            var found = stops.ExtractMostSignificantBits();
            if (found != 0 && utf8[from + BitOperations.TrailingZeroCount(found)] == '"')
                return from + BitOperations.TrailingZeroCount(found);
        }

        return LongTextEnd(utf8, from, ref isEscaped);
    }

    /// <summary>The place after a number that begins there.</summary>
    /// <param name="utf8">The text.</param>
    /// <param name="at">Where the number begins.</param>
    /// <param name="digits">Digits before the point; 0 where there are signs or an exponent, or the end
    /// of the text is near.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int NumberEnd(ReadOnlySpan<byte> utf8, int at, out int digits)
    {
        digits = 0;
        if (at + Vector256<byte>.Count > utf8.Length)
            return LongNumberEnd(utf8, at);
        var signs = Vector256.Create(utf8.Slice(at, Vector256<byte>.Count));
        var others = Vector256
            .GreaterThan(signs - Vector256.Create((byte)'0'), Vector256.Create((byte)9))
            .ExtractMostSignificantBits();
        var first = BitOperations.TrailingZeroCount(others);
        if (first is 0 or >= 32 || (utf8[at] == '0' && first > 1))
            return LongNumberEnd(utf8, at);
        var end = first;
        if (utf8[at + first] == '.')
        {
            end = BitOperations.TrailingZeroCount(others & (others - 1));
            if (end == first + 1 || end >= 32)
                return LongNumberEnd(utf8, at);
        }

        if ((utf8[at + end] | 0x20) == 'e')
            return LongNumberEnd(utf8, at);
        digits = first;
        return at + end;
    }

    private static int LongNumberEnd(ReadOnlySpan<byte> utf8, int at)
    {
        if (At(utf8, at) == '-')
            at++;
        var end = At(utf8, at) == '0' ? at + 1 : AfterDigits(utf8, at);
        if (end == at)
            return Nowhere;
        if (At(utf8, end) == '.')
        {
            at = end + 1;
            end = AfterDigits(utf8, at);
            if (end == at)
                return Nowhere;
        }

        return At(utf8, end) is (byte)'e' or (byte)'E' ? ExponentEnd(utf8, end + 1) : end;
    }

    private static int ExponentEnd(ReadOnlySpan<byte> utf8, int at)
    {
        if (At(utf8, at) is (byte)'+' or (byte)'-')
            at++;
        var end = AfterDigits(utf8, at);
        return end == at ? Nowhere : end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int AfterDigits(ReadOnlySpan<byte> utf8, int at)
    {
        while ((uint)(At(utf8, at) - '0') <= 9)
            at++;
        return at;
    }

    private static int AfterManyBlanks(ReadOnlySpan<byte> utf8, int at)
    {
        for (; at + Vector256<byte>.Count <= utf8.Length; at += Vector256<byte>.Count)
        {
            var signs = Vector256.Create(utf8.Slice(at, Vector256<byte>.Count));
            var blanks =
                Vector256.Equals(signs, Vector256.Create((byte)' '))
                | Vector256.Equals(signs, Vector256.Create((byte)'\n'))
                | Vector256.Equals(signs, Vector256.Create((byte)'\r'))
                | Vector256.Equals(signs, Vector256.Create((byte)'\t'));
            var others = ~blanks.ExtractMostSignificantBits();
            if (others != 0)
                return at + BitOperations.TrailingZeroCount(others);
        }

        while (At(utf8, at) is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
            at++;
        return at;
    }

    private static int LongTextEnd(ReadOnlySpan<byte> utf8, int at, ref bool isEscaped)
    {
        while (utf8[at..].IndexOfAny(TextStops) is var found and >= 0)
        {
            at += found;
            if (utf8[at] == '"')
                return at;
            if (utf8[at] != '\\')
                return Nowhere;
            isEscaped = true;
            at = EscapeEnd(utf8, at + 1);
            if (at < 0)
                return Nowhere;
        }

        return Nowhere;
    }

    private static int EscapeEnd(ReadOnlySpan<byte> utf8, int at)
    {
        if ("\"\\/bfnrt"u8.Contains(At(utf8, at)))
            return at + 1;
        if (At(utf8, at) != 'u' || utf8.Length - at < 5)
            return Nowhere;
        foreach (var digit in utf8.Slice(at + 1, 4))
        {
            if (!char.IsAsciiHexDigit((char)digit))
                return Nowhere;
        }

        return at + 5;
    }
}
