using System.Buffers.Binary;
using System.Numerics;

namespace RgPolicy.Plans.Documents;

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
