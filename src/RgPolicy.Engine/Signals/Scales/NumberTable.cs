using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// Divides the values of each number signal of a program into cells, found with a few instructions: a
/// whole number each where all bounds are small whole numbers, such as words of an enum; else ranges with about as many
/// bounds in each. A cell says what a value may be compared with; whether a comparison holds,
/// <see cref="NumberSet"/> says.
/// </summary>
internal sealed class NumberTable
{
    private const int SmallNumbers = 128;

    private readonly ImmutableArray<NumberScale> _scales;
    private readonly NumberEntry[] _entries;
    private readonly byte[] _groups;
    private readonly int _wholes;

    public NumberTable(IEnumerable<(int Ordinal, NumberScale Scale)> scales)
    {
        var ordered = scales.OrderByDescending(pair => IsWhole(pair.Scale)).ThenBy(pair => pair.Ordinal).ToList();
        _wholes = ordered.Count(pair => IsWhole(pair.Scale));
        _scales = [.. ordered.Select(pair => pair.Scale)];
        var (entries, groups) = (new List<NumberEntry>(), new List<byte>());
        foreach (var (ordinal, scale) in ordered)
            entries.Add(entries.Count < _wholes ? WholeEntry(ordinal, scale) : GridEntry(ordinal, scale, groups));

        (_entries, _groups) = ([.. entries], [.. groups]);
    }

    public int Count => _entries.Length;

    public NumberScale this[int number] => _scales[number];

    /// <summary>The scale of a signal, or -1.</summary>
    public int Find(int ordinal) => Array.FindIndex(_entries, entry => entry.Ordinal == ordinal);

    public int OrdinalOf(int number) => _entries[number].Ordinal;

    /// <summary>How many cells a scale has.</summary>
    public int CellCount(int number) => _entries[number].Last + 1;

    /// <summary>The cells in which members of a set can be.</summary>
    public RankSet CellsOf(int number, NumberSet set) =>
        RankSet.Union(
            set.Keys.Select(keys =>
                number < _wholes
                    ? RankSet.Between(WholeCell(number, keys.Low), WholeCell(number, keys.High))
                    : RankSet.Between(GridCell(number, keys.Widened.Low), GridCell(number, keys.Widened.High))
            )
        );

    /// <summary>Finds the cells of some of the signals, -1 for those that are not known.</summary>
    /// <param name="wanted">The signals, one bit per ordinal.</param>
    /// <param name="values">The values.</param>
    /// <param name="cells">Takes each cell at its scale's number.</param>
    public void Read(ulong wanted, SignalValues values, Span<int> cells)
    {
        var entries = _entries;
        cells = cells[..entries.Length];
        ref var keys = ref MemoryMarshal.GetReference(values.Keys);
        var (known, exact) = (values.Known, values.Exact);
        for (var number = 0; number < _wholes; number++)
        {
            ref readonly var entry = ref entries[number];
            if ((wanted >> entry.Ordinal & 1) != 0)
            {
                var cell =
                    (exact >> entry.Ordinal & 1) != 0
                        ? WholeCell(Unsafe.Add(ref keys, entry.Ordinal), entry.Last)
                        : WholeCell(values.Peek(entry.Ordinal).Number, entry.Last);
                cells[number] = cell | UnlessKnown(known, entry.Ordinal);
            }
        }

        // Groups of a grid were made with it: its cells are their places.
        ref var groups = ref MemoryMarshal.GetArrayDataReference(_groups);
        for (var number = _wholes; number < entries.Length; number++)
        {
            ref readonly var entry = ref entries[number];
            if ((wanted >> entry.Ordinal & 1) != 0)
            {
                var cell = entry.Groups + entry.Grid.CellOf(Unsafe.Add(ref keys, entry.Ordinal));
                cells[number] = Unsafe.Add(ref groups, cell) | UnlessKnown(known, entry.Ordinal);
            }
        }
    }

    private static bool IsWhole(NumberScale scale) =>
        scale.Bounds.All(bound => bound is >= 0 and < SmallNumbers && decimal.Truncate(bound) == bound);

    // Whatever is above the last bound has the cell behind it.
    private static NumberEntry WholeEntry(int ordinal, NumberScale scale) =>
        new(ordinal, 0, (int)scale.Bounds.LastOrDefault() + 1, default);

    private static NumberEntry GridEntry(int ordinal, NumberScale scale, List<byte> groups)
    {
        double[] bounds = [.. scale.Bounds.Select(bound => (double)bound)];
        var grid = new KeyGrid(bounds);
        var entry = new NumberEntry(ordinal, groups.Count, 0, grid);
        groups.AddRange(CellGroups.Of(grid, bounds));
        return entry with { Last = groups[^1] };
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int UnlessKnown(ulong known, int ordinal) => -(int)(~known >> ordinal & 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WholeCell(double key, int last) =>
        key >= last ? last
        : key > 0 ? (int)key
        : 0;

    private static int WholeCell(decimal number, int last) =>
        number >= last ? last
        : number > 0 ? (int)decimal.Truncate(number)
        : 0;

    private int WholeCell(int number, double key) => WholeCell(key, _entries[number].Last);

    private int GridCell(int number, double key) =>
        _groups[_entries[number].Groups + _entries[number].Grid.CellOf(key)];
}

/// <summary>How a <see cref="NumberTable"/> divides the values of a number signal.</summary>
/// <param name="Ordinal">The signal.</param>
/// <param name="Groups">Where the groups of its grid begin; unused where cells are whole numbers.</param>
/// <param name="Last">Its last cell.</param>
/// <param name="Grid">Its grid; unused where cells are whole numbers.</param>
internal readonly record struct NumberEntry(int Ordinal, int Groups, int Last, KeyGrid Grid);

/// <summary>Numbers the cells of a grid anew, at most 255 numbers, each for neighbours that hold about as many bounds
/// as any other's.</summary>
internal static class CellGroups
{
    // Two neighbouring groups together hold more bounds than one may, and where bounds are few there is
    // a group between any two.
    private const int Most = 120;

    /// <summary>The group of each cell, ascending from 0.</summary>
    public static byte[] Of(KeyGrid grid, ReadOnlySpan<double> bounds)
    {
        var counts = new int[grid.Count];
        foreach (var bound in bounds)
            counts[grid.CellOf(bound)]++;

        var limit = (bounds.Length + Most - 1) / Most;
        var groups = new byte[grid.Count];
        for (var (cell, group, held) = (1, 0, counts[0]); cell < groups.Length; cell++)
        {
            var count = counts[cell];
            var isApart = limit <= 1 && (count == 0) != (held == 0);
            (group, held) = isApart || (count > 0 && held + count > limit) ? (group + 1, count) : (group, held + count);
            groups[cell] = (byte)group;
        }

        return groups;
    }
}

/// <summary>Some values of a number signal: those whose ranks on its scale are in a set.</summary>
internal sealed class NumberSet(NumberScale scale, RankSet ranks)
{
    /// <summary>The keys of its members, one range for each run of ranks.</summary>
    public IEnumerable<KeyRange> Keys => ranks.Ranges.Select(range => scale.KeysOf(range.Low, range.High));

    /// <summary>From the keys of its least member to those of its greatest.</summary>
    public KeyRange Hull =>
        ranks.Ranges.IsEmpty ? KeyRange.None : scale.KeysOf(ranks.Ranges[0].Low, ranks.Ranges[^1].High);

    /// <summary>Not every value of the hull is a member.</summary>
    public bool HasGaps => ranks.Ranges.Length > 1;

    /// <summary>It has one rank: a bound, or what lies between two.</summary>
    public bool IsPoint => ranks.Count == 1;

    public bool Contains(decimal number)
    {
        var rank = scale.RankOf(number);
        foreach (var (low, high) in ranks.Ranges.AsSpan())
        {
            if (rank >= low && rank <= high)
                return true;
        }

        return false;
    }
}
