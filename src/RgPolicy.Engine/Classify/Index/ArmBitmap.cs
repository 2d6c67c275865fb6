using System.Collections.Immutable;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// A bit for each of some arms. For every slot that they ask about there is a row for each rank (or a few neighbouring ranks)
/// with the bits of those that may hold there; the rows of an observation's ranks together leave the few that are worth
/// checking. Arms that need the same ranks stand together, so that most blocks of bits need not be looked at; a single block has
/// its arms in the order of their classes.
/// </summary>
internal sealed class ArmBitmap
{
    /// <summary>Words of a block.</summary>
    public const int BlockWords = 4;

    private const int WordBits = 64;
    private const int BlockBits = BlockWords * WordBits;

    private readonly int[] _arms;
    private readonly int[] _firstClasses;
    private readonly ulong[] _rows;
    private readonly ulong[] _wanted;
    private readonly ImmutableArray<SlotRows> _slots;
    private readonly ImmutableArray<ImmutableArray<int>> _slotsOfBlock;
    private readonly int _words;
    private readonly int _blocksPerMark;

    public ArmBitmap(IEnumerable<int> armNumbers, ImmutableArray<Arm> arms, Slots slots)
    {
        int[] numbers = [.. armNumbers.Order()];
        BlockCount = (numbers.Length + BlockBits - 1) / BlockBits;
        _arms = BlockCount == 1 ? numbers : [.. numbers.OrderBy(number => arms[number].Neighbourhood).ThenBy(number => number)];
        _words = BlockCount * BlockWords;
        _blocksPerMark = (BlockCount + WordBits - 1) / WordBits;
        _firstClasses = [.. _arms.Chunk(BlockBits).Select(block => block.Min(number => arms[number].Class))];
        var drafts = SlotDraft.Of(_arms, arms, slots);
        var writer = new BitmapWriter(_words, BlockBits * _blocksPerMark);
        writer.AddAll(_arms, arms);
        _slots = [.. drafts.Select(writer.Add)];
        (_rows, _wanted) = writer.ToArrays();
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
    /// <returns>A bit for each 64th of the blocks, set where one of them may have an arm that holds.</returns>
    public ulong ChooseRows(ReadOnlySpan<int> ranks, ulong leftAside, Span<int> chosen)
    {
        var wanted = _wanted[0];
        for (var index = 0; index < _slots.Length; index++)
        {
            ref readonly var rows = ref _slots.ItemRef(index);
            var row = (rows.Signal & leftAside) == 0 ? rows.RowOf(ranks[rows.Slot]) : 0;
            wanted |= _wanted[row];
            chosen[index] = row * _words;
        }

        return wanted;
    }

    /// <summary>Whether a block belongs to a marked 64th.</summary>
    public bool IsWanted(int block, ulong wanted) => (wanted >> (block / _blocksPerMark) & 1) != 0;

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
    /// <returns>False when there is none.</returns>
    public bool Combine(ReadOnlySpan<int> chosen, int block, Span<ulong> bits)
    {
        ref var rows = ref MemoryMarshal.GetArrayDataReference(_rows);
        var left = Vector256.LoadUnsafe(ref rows, (nuint)(block * BlockWords));
        foreach (var slot in _slotsOfBlock[block].AsSpan())
        {
            left &= Vector256.LoadUnsafe(ref rows, (nuint)(chosen[slot] + (block * BlockWords)));
        }

        left.CopyTo(bits);
        return left != Vector256<ulong>.Zero;
    }
}
