using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using RgPolicy.Engine.Classify.Index;

namespace RgPolicy.Engine.Tests.Classify.Index;

public sealed class AlignedArrayTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(5_000)]
    public void Items_AnyCount_AreThoseGivenAndBeginWithALine(int count)
    {
        var given = Enumerable.Range(0, count).Select(number => Vector512.Create((ulong)number)).ToArray();

        var array = new AlignedArray<Vector512<ulong>>(given);

        Assert.Equal(given, array.Items.ToArray());
        Assert.Equal(0, AddressOf(in array.First) % AlignedArray<Vector512<ulong>>.LineBytes);
    }

    [Fact]
    public void LineBytes_AnEntry_IsOneLine() =>
        Assert.Equal(AlignedArray<ArmEntry>.LineBytes, Unsafe.SizeOf<ArmEntry>());

    private static long AddressOf<T>(in T item)
    {
        // The array is pinned: distances from an address that is known are addresses.
        var basis = GC.AllocateUninitializedArray<byte>(1, pinned: true);
        return Marshal.UnsafeAddrOfPinnedArrayElement(basis, 0)
            + Unsafe.ByteOffset(ref basis[0], ref Unsafe.As<T, byte>(ref Unsafe.AsRef(in item)));
    }
}
