using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Classify.Scales;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// What tests look at, one rank each, found once per observation: the values of number signals, those of text signals, whether
/// signals are known (1) or not (0), and whether windows are open (1) or not (0), in this order.
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
    ImmutableArray<Window> windows)
{
    /// <summary>The rank of a signal that is not known; a member of no set.</summary>
    public const int Unknown = -1;

    public int Count { get; } = numbers.Count + texts.Length + presences.Length + windows.Length;

    /// <summary>Finds the ranks of an observation.</summary>
    public void Read(SignalValues values, Instant at, Span<int> ranks)
    {
        var known = values.Known;
        var slot = 0;
        for (; slot < numbers.Count; slot++)
        {
            ranks[slot] = (known >> numbers.OrdinalOf(slot) & 1) != 0 ? numbers.RankOf(slot, values) : Unknown;
        }

        for (var scale = 0; scale < texts.Length; scale++)
        {
            ranks[slot++] = (known >> texts[scale] & 1) != 0 ? values.Read(texts[scale], textScales).Rank(scale) : Unknown;
        }

        foreach (var ordinal in presences.AsSpan())
        {
            ranks[slot++] = (int)(known >> ordinal & 1);
        }

        foreach (var window in windows.AsSpan())
        {
            ranks[slot++] = WindowClock.Contains(window, at) ? 1 : 0;
        }
    }

    /// <summary>The patterns that match the text of a known text signal, after its slot was read.</summary>
    public ReadOnlySpan<int> PatternsOf(SignalValues values, int scale) => values.Read(texts[scale], textScales).Patterns(scale);

    /// <summary>The scale of a text signal.</summary>
    public TextScale TextScaleOf(int scale) => textScales[scale];

    public int NumberSlot(int ordinal) => numbers.Find(ordinal);

    public int TextSlot(int ordinal) => numbers.Count + texts.IndexOf(ordinal);

    /// <summary>The number of the text scale of a text slot.</summary>
    public int ScaleOfTextSlot(int slot) => slot - numbers.Count;

    public int PresenceSlot(int ordinal) => numbers.Count + texts.Length + presences.IndexOf(ordinal);

    public int WindowSlot(Window window) => numbers.Count + texts.Length + presences.Length + windows.IndexOf(window);

    public NumberScale NumberScaleOf(int slot) => numbers[slot];

    /// <summary>The signal of a slot as a bit; 0 for a window.</summary>
    public ulong SignalOf(int slot) => Ordinals().ElementAtOrDefault(slot) is { } ordinal ? 1UL << ordinal : 0;

    /// <summary>Ranks of a slot are below this number.</summary>
    public int RankCount(int slot) =>
        slot < numbers.Count ? numbers[slot].RankCount
        : slot < numbers.Count + texts.Length ? textScales[ScaleOfTextSlot(slot)].RankCount
        : 2;

    private IEnumerable<int?> Ordinals() =>
        Enumerable.Range(0, numbers.Count).Select(number => (int?)numbers.OrdinalOf(number)).Concat(texts.Select(text => (int?)text)).Concat(presences.Select(one => (int?)one));
}
