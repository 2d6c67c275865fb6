using System.Collections.Immutable;

namespace RgPolicy.Engine.Signals.Scales;

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
