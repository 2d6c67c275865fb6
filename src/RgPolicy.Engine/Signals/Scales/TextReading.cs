using System.Runtime.CompilerServices;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>What the scales of one program make of one text; each is asked when its signal first has
/// the text.</summary>
internal sealed class TextReading(TextScales scales, InternedText text)
{
    // One more than the rank, so that 0 is not read yet.
    private Ranks _next;
    private int[][]? _patterns;
    private int _matching;

    public TextScales Scales => scales;

    public InternedText Text => text;

    /// <summary>The rank on the scale with this number.</summary>
    public int Rank(int scale)
    {
        var next = Volatile.Read(ref _next[scale]);
        return next == 0 ? Read(scale) : next - 1;
    }

    /// <summary>The numbers of the patterns that match, ascending. <see cref="Rank"/> must have been
    /// asked before.</summary>
    public ReadOnlySpan<int> Patterns(int scale) => _patterns is { } patterns ? patterns[scale] : [];

    /// <summary>Whether some pattern matches. <see cref="Rank"/> must have been asked before.</summary>
    public bool Matches(int scale) => (Volatile.Read(ref _matching) >> scale & 1) != 0;

    private int Read(int scale)
    {
        if (scales[scale].PatternCount > 0)
        {
            var patterns =
                _patterns ?? Interlocked.CompareExchange(ref _patterns, new int[scales.Count][], null) ?? _patterns;
            patterns[scale] = scales[scale].Matching(text.Value);
            Interlocked.Or(ref _matching, patterns[scale].Length > 0 ? 1 << scale : 0);
        }

        var rank = scales[scale].RankOf(text.Value);
        Volatile.Write(ref _next[scale], rank + 1);
        return rank;
    }

    [InlineArray(TextScales.Most)]
    private struct Ranks
    {
        private int _first;
    }
}

/// <summary>The scales of all text signals of one program.</summary>
internal sealed class TextScales(ImmutableArray<TextScale> scales)
{
    /// <summary>No more text signals than this have scales.</summary>
    public const int Most = 8;

    /// <summary>No scales: those of a text that no program has asked about yet.</summary>
    public static TextScales None { get; } = new([]);

    public int Count => scales.Length;

    public TextScale this[int number] => scales[number];
}
