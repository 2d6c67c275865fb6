namespace RgPolicy.Engine.Classify.Index;

/// <summary>Writes the rows of a bitmap one after the other.</summary>
/// <param name="words">Words of a row.</param>
internal sealed class BitmapWriter(int words)
{
    // So few that the rows of a whole policy stay near the processor; ranks that share one cost a check now and then.
    private const int MostRows = 64;

    private readonly List<ulong> _bits = [];
    private int _rows;

    /// <summary>The first row: every arm.</summary>
    public void AddAll(int count)
    {
        var row = AddRow([]);
        for (var bit = 0; bit < count; bit++)
            Set(row, bit);
    }

    /// <summary>The rows of a slot.</summary>
    public SlotRows Add(SlotDraft draft)
    {
        var shift = 0;
        while (draft.RankCount >> shift > MostRows)
            shift++;

        // Where nothing is known only those hold that do not ask.
        var unknown = _bits.GetRange(0, words);
        foreach (var (bit, _) in draft.Needs)
            unknown[bit >> 6] &= ~(1UL << bit);

        var rows = new SlotRows(draft.Slot, draft.Signal, AddRow(unknown), shift);
        for (var rank = 0; rank < draft.RankCount; rank += 1 << shift)
            AddRow(unknown);

        foreach (var (bit, set) in draft.Needs)
        {
            foreach (var (low, high) in set.Ranges)
            {
                for (var row = rows.RowOf(low); row <= rows.RowOf(high); row++)
                    Set(row, bit);
            }
        }

        return rows;
    }

    public ulong[] ToArray() => [.. _bits];

    private int AddRow(List<ulong> bits)
    {
        _bits.AddRange(bits.Count > 0 ? bits : Enumerable.Repeat(0UL, words));
        return _rows++;
    }

    private void Set(int row, int bit) => _bits[(row * words) + (bit >> 6)] |= 1UL << bit;
}
