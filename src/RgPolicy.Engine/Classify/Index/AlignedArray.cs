using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Values of <see cref="LineBytes"/> bytes each, every one in a line of its own of a
/// processor's cache. Immutable.</summary>
internal sealed class AlignedArray<T>
    where T : unmanaged
{
    /// <summary>Bytes of a line.</summary>
    public const int LineBytes = 64;

    // Pinned: what is moved does not stay where lines begin.
    private readonly byte[] _bytes;
    private readonly int _first;

    public AlignedArray(ReadOnlySpan<T> items)
    {
        var bytes = MemoryMarshal.AsBytes(items);
        _bytes = GC.AllocateArray<byte>(bytes.Length + LineBytes, pinned: true);
        _first = (int)(-Marshal.UnsafeAddrOfPinnedArrayElement(_bytes, 0) & (LineBytes - 1));
        bytes.CopyTo(_bytes.AsSpan(_first));
        Count = items.Length;
    }

    public int Count { get; }

    /// <summary>The first value, or what would be the first.</summary>
    public ref readonly T First =>
        ref Unsafe.As<byte, T>(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_bytes), _first));

    /// <summary>All values.</summary>
    public ReadOnlySpan<T> Items => MemoryMarshal.CreateReadOnlySpan(in First, Count);
}
