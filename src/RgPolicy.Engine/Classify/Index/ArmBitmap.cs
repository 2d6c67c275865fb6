using System.Collections.Immutable;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// A bit for each of some arms, those of earlier classes first. For every slot that they ask about there is a row for each rank (or
/// a few neighbouring ranks) with the bits of those that may hold there; the rows of an observation's ranks together leave the few
/// that are worth checking, and the first of them that holds is the earliest class.
/// </summary>
internal sealed class ArmBitmap
{
    /// <summary>Words of a block.</summary>
    public const int BlockWords = 4;

    private const int BlockBits = BlockWords * 64;

    private readonly int[] _arms;
    private readonly int[] _firstClasses;
    private readonly ulong[] _rows;
    private readonly ImmutableArray<SlotRows> _slots;
    private readonly ImmutableArray<ImmutableArray<int>> _slotsOfBlock;
    private readonly int _words;

    public ArmBitmap(IEnumerable<int> armNumbers, ImmutableArray<Arm> arms, Slots slots)
    {
        _arms = [.. armNumbers.Order()];
        BlockCount = (_arms.Length + BlockBits - 1) / BlockBits;
        _words = BlockCount * BlockWords;
        _firstClasses = [.. _arms.Chunk(BlockBits).Select(block => arms[block[0]].Class)];
        var drafts = SlotDraft.Of(_arms, arms, slots);
        var writer = new BitmapWriter(_words);
        writer.AddAll(_arms.Length);
        _slots = [.. drafts.Select(writer.Add)];
        _rows = writer.ToArray();
        _slotsOfBlock = [.. Enumerable.Range(0, BlockCount).Select(block => drafts
            .Select((draft, index) => (draft, index))
            .Where(pair => pair.draft.Needs.Any(need => need.Bit / BlockBits == block))
            .Select(pair => pair.index)
            .ToImmutableArray())];
    }

    /// <summary>How many blocks there are.</summary>
    public int BlockCount { get; }

    /// <summary>How many rows an observation has.</summary>
    public int SlotCount => _slots.Length;

    /// <summary>The arm of a bit of a block.</summary>
    public int ArmOf(int block, int bit) => _arms[(block * BlockBits) + bit];

    /// <summary>The earliest class in a block.</summary>
    public int FirstClassOf(int block) => _firstClasses[block];

    /// <summary>Chooses the rows of an observation; those of slots of some signals are left aside.</summary>
    public void ChooseRows(ReadOnlySpan<int> ranks, ulong leftAside, Span<int> chosen)
    {
        for (var index = 0; index < _slots.Length; index++)
        {
            ref readonly var rows = ref _slots.ItemRef(index);
            chosen[index] = (rows.Signal & leftAside) == 0 ? rows.RowOf(ranks[rows.Slot]) * _words : 0;
        }
    }

    /// <summary>The bits of a single block that the rows of an observation leave.</summary>
    public Vector256<ulong> CombineAll(ReadOnlySpan<int> ranks)
    {
        ref var rows = ref MemoryMarshal.GetArrayDataReference(_rows);
        var left = Vector256.LoadUnsafe(ref rows);
        foreach (ref readonly var slot in _slots.AsSpan())
        {
            left &= Vector256.LoadUnsafe(ref rows, (nuint)(slot.RowOf(ranks[slot.Slot]) * BlockWords));
        }

        return left;
    }

    /// <summary>The bits of a block that all chosen rows leave.</summary>
    public Vector256<ulong> Combine(ReadOnlySpan<int> chosen, int block)
    {
        ref var rows = ref MemoryMarshal.GetArrayDataReference(_rows);
        var left = Vector256.LoadUnsafe(ref rows, (nuint)(block * BlockWords));
        foreach (var slot in _slotsOfBlock[block].AsSpan())
        {
            left &= Vector256.LoadUnsafe(ref rows, (nuint)(chosen[slot] + (block * BlockWords)));
        }

        return left;
    }
}
