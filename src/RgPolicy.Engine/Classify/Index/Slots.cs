using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// What tests look at, one rank each, found once per observation: the values of number signals (their
/// cells), those of text signals, whether signals are known (1) or not (0), and whether windows are
/// open (1) or not (0), in this order.
/// </summary>
/// <param name="numbers">The scales of number signals.</param>
/// <param name="texts">Ordinals of text signals.</param>
/// <param name="textScales">Their scales, in the same order.</param>
/// <param name="presences">Ordinals of signals that are asked whether they are known.</param>
/// <param name="windows">Windows.</param>
internal sealed class Slots(
    NumberTable numbers,
    ImmutableArray<int> texts,
    TextScales textScales,
    ImmutableArray<int> presences,
    ImmutableArray<Window> windows
)
{
    /// <summary>The rank of a signal that is not known; a member of no set.</summary>
    public const int Unknown = -1;

    // Number and text signals, one bit per ordinal.
    private readonly ulong _numbers = Bits(Enumerable.Range(0, numbers.Count).Select(numbers.OrdinalOf));
    private readonly ulong _texts = Bits(texts);

    public int Count { get; } = numbers.Count + texts.Length + presences.Length + windows.Length;

    /// <summary>The ranks of an observation, and behind them what <see cref="ScalesWithPatterns"/> tells; only those of
    /// signals that have changed since the last time are found anew.</summary>
    public ReadOnlySpan<int> Read(SignalValues values, Instant at)
    {
        var ranks = values.TakeRanks(this, Count + 1, out var changed);
        if ((changed & _numbers) != 0)
            numbers.Read(changed, values, ranks);

        if ((changed & _texts) != 0)
            ranks[Count] = RankTexts(changed, values, ranks.Slice(numbers.Count, texts.Length), ranks[Count]);

        var slot = numbers.Count + texts.Length;
        foreach (var ordinal in presences.AsSpan())
            ranks[slot++] = (int)(values.Known >> ordinal & 1);

        foreach (var window in windows.AsSpan())
            ranks[slot++] = WindowClock.Contains(window, at) ? 1 : 0;

        return ranks;
    }

    /// <summary>The known number signals that are asked about and whose keys are not their numbers, one
    /// bit per ordinal.</summary>
    public ulong Inexact(SignalValues values) => values.Known & ~values.Exact & _numbers;

    /// <summary>The scales whose texts match some pattern, a bit each.</summary>
    public int ScalesWithPatterns(ReadOnlySpan<int> ranks) => ranks[Count];

    /// <summary>The patterns that match the text of a known text signal, after its slot was read.</summary>
    public ReadOnlySpan<int> PatternsOf(SignalValues values, int scale) =>
        values.Read(texts[scale], textScales).Patterns(scale);

    /// <summary>The scale of a text signal.</summary>
    public TextScale TextScaleOf(int scale) => textScales[scale];

    public int NumberSlot(int ordinal) => numbers.Find(ordinal);

    public int TextSlot(int ordinal) => numbers.Count + texts.IndexOf(ordinal);

    /// <summary>The number of the text scale of a text slot.</summary>
    public int ScaleOfTextSlot(int slot) => slot - numbers.Count;

    public int PresenceSlot(int ordinal) => numbers.Count + texts.Length + presences.IndexOf(ordinal);

    public int WindowSlot(Window window) => numbers.Count + texts.Length + presences.Length + windows.IndexOf(window);

    public bool IsNumber(int slot) => slot < numbers.Count;

    public NumberScale NumberScaleOf(int slot) => numbers[slot];

    /// <summary>Constants of a slot are sets of ranks below this number; for a number signal these are
    /// the ranks of its scale.</summary>
    public int ConstantCount(int slot) => IsNumber(slot) ? numbers[slot].RankCount : RankCount(slot);

    /// <summary>The signal of a number slot.</summary>
    public int NumberOrdinal(int slot) => numbers.OrdinalOf(slot);

    /// <summary>The ranks of a number slot that values in a set have.</summary>
    public RankSet CellsOf(int slot, NumberSet set) => numbers.CellsOf(slot, set);

    /// <summary>The signal of a slot as a bit; 0 for a window.</summary>
    public ulong SignalOf(int slot) => Ordinals().ElementAtOrDefault(slot) is { } ordinal ? 1UL << ordinal : 0;

    /// <summary>Ranks of a slot are below this number.</summary>
    public int RankCount(int slot) =>
        slot < numbers.Count ? numbers.CellCount(slot)
        : slot < numbers.Count + texts.Length ? textScales[ScaleOfTextSlot(slot)].RankCount
        : 2;

    /// <summary>Ranks texts that have changed.</summary>
    /// <returns>The scales on which some pattern matches, a bit each: as before but for the changed texts.</returns>
    private int RankTexts(ulong changed, SignalValues values, Span<int> ranks, int matching)
    {
        for (var scale = 0; scale < ranks.Length; scale++)
        {
            var ordinal = texts[scale];
            if ((changed >> ordinal & 1) == 0)
                continue;

            matching &= ~(1 << scale);
            if ((values.Known >> ordinal & 1) == 0)
            {
                ranks[scale] = Unknown;
                continue;
            }

            var reading = values.Read(ordinal, textScales);
            ranks[scale] = reading.Rank(scale);
            matching |= reading.Matches(scale) ? 1 << scale : 0;
        }

        return matching;
    }

    private static IEnumerable<int> RankedOrdinals(NumberTable numbers, ImmutableArray<int> texts) =>
        Enumerable.Range(0, numbers.Count).Select(numbers.OrdinalOf).Concat(texts);

    private static ulong Bits(IEnumerable<int> ordinals) =>
        ordinals.Aggregate(0UL, (bits, ordinal) => bits | (1UL << ordinal));

    private IEnumerable<int?> Ordinals() =>
        RankedOrdinals(numbers, texts).Concat(presences).Select(ordinal => (int?)ordinal);
}

/// <summary>What the arms of a bitmap need of a slot.</summary>
/// <param name="Slot">The slot.</param>
/// <param name="Signal">Its signal as a bit.</param>
/// <param name="RankCount">Its ranks are below this number.</param>
/// <param name="Needs">The arms that need something, by their bits.</param>
internal sealed record SlotDraft(int Slot, ulong Signal, int RankCount, ImmutableArray<(int Bit, RankSet Set)> Needs)
{
    /// <summary>One for each slot of which some arm needs something.</summary>
    public static ImmutableArray<SlotDraft> Of(IReadOnlyList<int> numbers, ImmutableArray<Arm> arms, Slots slots) =>
        [
            .. numbers
                .SelectMany((number, bit) => arms[number].Tests.Select(test => (test.Slot, Need: (bit, test.Set))))
                .GroupBy(pair => pair.Slot, pair => pair.Need)
                .OrderBy(group => group.Key)
                .Select(group => new SlotDraft(
                    group.Key,
                    slots.SignalOf(group.Key),
                    slots.RankCount(group.Key),
                    [.. group]
                )),
        ];
}

/// <summary>Where the rows of a slot lie: first that of an unknown value, then one for each run of
/// neighbouring ranks.</summary>
/// <param name="Slot">The slot.</param>
/// <param name="Signal">Its signal as a bit.</param>
/// <param name="First">The number of the first row.</param>
/// <param name="Shift">Ranks that differ only below this bit share a row.</param>
internal readonly record struct SlotRows(int Slot, ulong Signal, int First, int Shift)
{
    /// <summary>The row of a rank or of <see cref="Slots.Unknown"/>.</summary>
    public int RowOf(int rank) => First + (rank >> Shift) + 1;
}
