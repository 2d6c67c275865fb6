using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// One thing in which queries differ, cut into cells: no condition of the policies at hand tells two
/// values of one cell apart.
/// </summary>
/// <param name="Index">Place among the space's dimensions.</param>
/// <param name="Signal">The signal that it belongs to; null for the time.</param>
/// <param name="Axis">What the cells stand for.</param>
/// <param name="UnknownCells">
/// 0 for what is always known; 1 where the signal can be unknown, which is one more cell, the last; 2
/// where what is pending (the first of them) and what is absent (the last) are told apart.
/// </param>
internal sealed record Dimension(int Index, Signal? Signal, Axis Axis, int UnknownCells)
{
    public CellSet Known { get; } = CellSet.Range(0, Axis.Count);

    public bool CanBeUnknown => UnknownCells > 0;

    public CellSet All { get; } = CellSet.Range(0, Axis.Count + UnknownCells);

    /// <summary>The cell of a signal that will come, where that is told apart from one that will not;
    /// else empty.</summary>
    public CellSet Pending => UnknownCells == 2 ? CellSet.Single(Axis.Count) : CellSet.Empty;

    /// <summary>The first cell of unknown; asked only where there is one.</summary>
    public int UnknownCell => Axis.Count;
}
