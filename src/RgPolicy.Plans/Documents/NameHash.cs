using System.Buffers.Binary;
using System.Numerics;

namespace RgPolicy.Plans.Documents;

/// <summary>A quick hash of a short text: its length, its first and its last bytes tell nearly all names apart.</summary>
internal static class NameHash
{
    /// <summary>2^64 divided by the golden ratio: multiplication spreads every bit to the upper ones.</summary>
    private const ulong Spread = 0x9E3779B97F4A7C15;

    /// <summary>To be used from its upper bits.</summary>
    public static ulong Of(ReadOnlySpan<byte> bytes) => (Mixed(bytes) + (ulong)bytes.Length) * Spread;

    private static ulong Mixed(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= sizeof(ulong))
        {
            var last = BinaryPrimitives.ReadUInt64LittleEndian(bytes[^sizeof(ulong)..]);
            return BinaryPrimitives.ReadUInt64LittleEndian(bytes) ^ BitOperations.RotateLeft(last, 23);
        }

        if (bytes.Length >= sizeof(uint))
        {
            var last = BinaryPrimitives.ReadUInt32LittleEndian(bytes[^sizeof(uint)..]);
            return BinaryPrimitives.ReadUInt32LittleEndian(bytes) | ((ulong)last << 32);
        }

        return bytes.IsEmpty ? 0 : bytes[0] | ((ulong)bytes[^1] << 8) | ((ulong)bytes[bytes.Length / 2] << 16);
    }
}
