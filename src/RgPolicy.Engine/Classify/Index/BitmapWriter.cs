using System.Collections.Immutable;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Writes the rows of a bitmap one after the other, and for each row where it makes arms worth looking for.</summary>
/// <param name="words">Words of a row.</param>
/// <param name="bitsPerMark">So many bits of a row have one mark.</param>
internal sealed class BitmapWriter(int words, int bitsPerMark)
{
    // So few that the rows of a whole policy stay near the processor; ranks that share one cost a check now and then.
    private const int MostRows = 256;

    private readonly List<ulong> _bits = [];
    private readonly List<ulong> _marks = [];

    /// <summary>The first row: every arm; marked where an arm needs no slot.</summary>
    public void AddAll(IReadOnlyList<int> numbers, ImmutableArray<Arm> arms)
    {
        var row = AddRow([]);
        for (var bit = 0; bit < numbers.Count; bit++)
        {
            Set(row, bit);
            Mark(row, bit, arms[numbers[bit]].Tests.IsEmpty);
        }
    }

    /// <summary>The rows of a slot.</summary>
    public SlotRows Add(SlotDraft draft)
    {
        var shift = 0;
        while (draft.RankCount >> shift > MostRows)
        {
            shift++;
        }

        // Where nothing is known only those hold that do not ask.
        var unknown = _bits.GetRange(0, words);
        foreach (var (bit, _, _) in draft.Needs)
        {
            unknown[bit >> 6] &= ~(1UL << bit);
        }

        var rows = new SlotRows(draft.Slot, draft.Signal, AddRow(unknown), shift);
        for (var rank = 0; rank < draft.RankCount; rank += 1 << shift)
        {
            AddRow(unknown);
        }

        foreach (var (bit, set, isFirst) in draft.Needs)
        {
            foreach (var (low, high) in set.Ranges)
            {
                for (var row = rows.RowOf(low); row <= rows.RowOf(high); row++)
                {
                    Set(row, bit);
                    Mark(row, bit, isFirst);
                }
            }
        }

        return rows;
    }

    public (ulong[] Rows, ulong[] Marks) ToArrays() => ([.. _bits], [.. _marks]);

    private int AddRow(List<ulong> bits)
    {
        _bits.AddRange(bits.Count > 0 ? bits : Enumerable.Repeat(0UL, words));
        _marks.Add(0);
        return _marks.Count - 1;
    }

    private void Set(int row, int bit) => _bits[(row * words) + (bit >> 6)] |= 1UL << bit;

    private void Mark(int row, int bit, bool isMarked) => _marks[row] |= isMarked ? 1UL << (bit / bitsPerMark) : 0;
}
