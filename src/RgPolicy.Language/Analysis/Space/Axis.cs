using NodaTime;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>The cells of a dimension's known values.</summary>
/// <param name="Count">How many; at least 1.</param>
internal abstract record Axis(int Count);

/// <summary>A signal of which only whether it is known matters; what a set contains stands on axes of
/// its own.</summary>
internal sealed record PresenceAxis() : Axis(1);

/// <summary>The words of an enum, in their order; for a bool false and true.</summary>
internal sealed record WordAxis(Signal Signal) : Axis(Signal.Type == SignalType.Bool ? 2 : Signal.Words.Length);

/// <summary>No and yes: whether a text matches a pattern, or whether a set contains a text.</summary>
/// <param name="Signal">The text or set signal.</param>
/// <param name="Member">The member with its exact casing; null for a pattern.</param>
/// <param name="Pattern">The pattern; null for a member.</param>
internal sealed record FlagAxis(Signal Signal, string? Member, TextPattern? Pattern) : Axis(2)
{
    public const int No = 0;
    public const int Yes = 1;
}

/// <summary>Moments: one cell for each set of windows that are ever open together, with all others closed.</summary>
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
