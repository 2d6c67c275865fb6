using System.Collections.Immutable;
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
        {
            entries.Add(entries.Count < _wholes ? WholeEntry(ordinal, scale) : GridEntry(ordinal, scale, groups));
        }

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
