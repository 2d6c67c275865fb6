using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Moments: one cell for each set of windows that are ever open together, with all others closed.</summary>
/// <param name="Windows">The windows.</param>
/// <param name="Moments">A moment of each cell.</param>
/// <param name="Open">For each window the cells in which it is open.</param>
internal sealed record TimeAxis(
    ImmutableArray<Window> Windows,
    ImmutableArray<Instant> Moments,
    ImmutableArray<CellSet> Open
) : Axis(Moments.Length)
{
    private readonly Dictionary<Window, CellSet> _cells = Windows
        .Zip(Open)
        .ToDictionary(pair => pair.First, pair => pair.Second);

    /// <summary>The cells in which a window is open; null for one that was left out.</summary>
    public CellSet? Cells(Window window) => _cells.GetValueOrDefault(window);
}
