using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Short texts that were met lately, so that the same bytes become the same string: names of operators
/// and tables repeat in a plan and from plan to plan. A fixed number of places; a newcomer takes the place of an older
/// one. Safe to use from several threads: a place holds a whole text.
/// </summary>
internal sealed class TextCache
{
    private const int PlaceBits = 10;

    /// <summary>A longer text is made anew each time.</summary>
    public const int LongestText = 64;

    private readonly string?[] _texts = new string?[1 << PlaceBits];

    public string Of(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length is 0 or > LongestText)
            return Encoding.UTF8.GetString(utf8);
        ref var place = ref _texts[TextEnds.Of(utf8).Hash >> (64 - PlaceBits)];
        if (place is { } text && Ascii.Equals(utf8, text))
            return text;
        return place = Encoding.UTF8.GetString(utf8);
    }

    /// <summary>The same of letters; they and UTF-8 share the places, not the texts.</summary>
    public string Of(ReadOnlySpan<char> letters)
    {
        ref var place = ref _texts[TextEnds.Of(MemoryMarshal.AsBytes(letters)).Hash >> (64 - PlaceBits)];
        if (place is { } text && letters.SequenceEqual(text))
            return text;
        return place = letters.ToString();
    }

    /// <summary>Two texts with a sign between them.</summary>
    public string Joined(string first, char sign, string second)
    {
        var length = first.Length + 1 + second.Length;
        if (length > LongestText)
            return $"{first}{sign}{second}";
        Span<char> joined = stackalloc char[LongestText];
        first.CopyTo(joined);
        joined[first.Length] = sign;
        second.CopyTo(joined[(first.Length + 1)..]);
        return Of(joined[..length]);
    }
}

/// <summary>The length and both ends of a short text: they tell nearly all names apart, and up to sixteen bytes they
/// are the whole text.</summary>
internal readonly record struct TextEnds(ulong First, ulong Last, int Length)
{
    /// <summary>A text up to this length is all ends.</summary>
    public const int Longest = 2 * sizeof(ulong);

    /// <summary>2^64 divided by the golden ratio: multiplication spreads every bit to the upper ones.</summary>
    private const ulong Spread = 0x9E3779B97F4A7C15;

    /// <summary>To be used from its upper bits.</summary>
    public ulong Hash => ((First ^ BitOperations.RotateLeft(Last, 23)) + (ulong)Length) * Spread;

    public static TextEnds Of(ReadOnlySpan<byte> text)
    {
        if (text.Length >= sizeof(ulong))
            return new(
                BinaryPrimitives.ReadUInt64LittleEndian(text),
                BinaryPrimitives.ReadUInt64LittleEndian(text[^sizeof(ulong)..]),
                text.Length
            );
        if (text.Length >= sizeof(uint))
            return new(
                BinaryPrimitives.ReadUInt32LittleEndian(text),
                BinaryPrimitives.ReadUInt32LittleEndian(text[^sizeof(uint)..]),
                text.Length
            );
        return text.IsEmpty ? default : new(text[0] | ((ulong)text[text.Length / 2] << 8), text[^1], text.Length);
    }
}
