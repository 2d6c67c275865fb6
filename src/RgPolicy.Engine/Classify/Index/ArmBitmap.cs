using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// A bit for each of some arms, those of earlier classes first. For every slot that they ask about
/// there is a row for each rank (or a few neighbouring ranks) with the bits of those that may hold there; the rows of
/// an observation's ranks together leave the few that are worth checking, and the first of them that
/// holds is the earliest class.
/// </summary>
internal sealed class ArmBitmap
{
    /// <summary>Words of a block.</summary>
    public const int BlockWords = 8;

    /// <summary>A bit for each word of a block.</summary>
    public const ulong AllWords = (1UL << BlockWords) - 1;

    private const int BlockBits = BlockWords * 64;

    private readonly int[] _arms;
    private readonly int[] _firstClasses;
    private readonly AlignedArray<Vector512<ulong>> _rows;
    private readonly SlotRows[] _slots;

    public ArmBitmap(IEnumerable<int> armNumbers, ImmutableArray<Arm> arms, Slots slots)
    {
        _arms = [.. armNumbers.Order()];
        BlockCount = (_arms.Length + BlockBits - 1) / BlockBits;
        _firstClasses = [.. _arms.Chunk(BlockBits).Select(block => arms[block[0]].Class)];
        var drafts = SlotDraft.Of(_arms, arms, slots);
        var writer = new BitmapWriter(BlockCount * BlockWords);
        writer.AddAll(_arms.Length);
        _slots = [.. drafts.Select(writer.Add)];
        _rows = new AlignedArray<Vector512<ulong>>(MemoryMarshal.Cast<ulong, Vector512<ulong>>(writer.ToArray()));
    }

    /// <summary>How many blocks there are.</summary>
    public int BlockCount { get; }

    /// <summary>How many rows an observation has.</summary>
    public int SlotCount => _slots.Length;

    /// <summary>The arm of a bit of a block.</summary>
    public int ArmOf(int block, int bit) => _arms[(block * BlockBits) + bit];

    /// <summary>The earliest class in a block.</summary>
    public int FirstClassOf(int block) => _firstClasses[block];

    /// <summary>Chooses the rows of an observation, each as the place of its first block; those of slots of some
    /// signals are left aside.</summary>
    /// <returns>The bits of the first block that they leave.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<ulong> ChooseRows(ReadOnlySpan<int> ranks, ulong leftAside, Span<int> chosen)
    {
        var slots = _slots;
        chosen = chosen[..slots.Length];
        ref var blocks = ref Unsafe.AsRef(in _rows.First);
        var left = blocks;
        for (var index = 0; index < slots.Length; index++)
        {
            ref readonly var rows = ref slots[index];
            var row = (rows.Signal & leftAside) == 0 ? rows.RowOf(ranks[rows.Slot]) * BlockCount : 0;
            chosen[index] = row;
            left &= Unsafe.Add(ref blocks, row);
        }

        return left;
    }

    /// <summary>The bits of a block that all chosen rows leave.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<ulong> Combine(ReadOnlySpan<int> chosen, int block)
    {
        // Rows were written with these places.
        ref var blocks = ref Unsafe.Add(ref Unsafe.AsRef(in _rows.First), block);
        var left = blocks;
        foreach (var row in chosen)
            left &= Unsafe.Add(ref blocks, row);

        return left;
    }
}
