using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// One thing in which queries differ, cut into cells: no condition of the policies at hand tells two values of one cell apart.
/// </summary>
/// <param name="Index">Place among the space's dimensions.</param>
/// <param name="Signal">The signal that it belongs to; null for the time.</param>
/// <param name="Axis">What the cells stand for.</param>
/// <param name="CanBeUnknown">True when the signal can be unknown; that is one more cell, the last.</param>
internal sealed record Dimension(int Index, Signal? Signal, Axis Axis, bool CanBeUnknown)
{
    /// <summary>The cells in which the value is known.</summary>
    public CellSet Known { get; } = CellSet.Range(0, Axis.Count);

    /// <summary>All cells.</summary>
    public CellSet All { get; } = CellSet.Range(0, Axis.Count + (CanBeUnknown ? 1 : 0));

    /// <summary>The cell of unknown; asked only where there is one.</summary>
    public int UnknownCell => Axis.Count;

    public bool IsUnknown(int cell) => cell == Axis.Count;
}
