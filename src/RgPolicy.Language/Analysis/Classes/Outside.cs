using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>
/// What counts on the dimensions of which a question does not speak: the last cell alone while no box
/// has taken it, so that boxes that ask for the dimension drop out; all cells afterwards.
/// </summary>
/// <param name="cells">The last cells.</param>
/// <param name="before">The place behind the boxes that the question is about.</param>
/// <param name="openCount">Of how many dimensions they take the last cell.</param>
internal readonly struct Outside(LastCells cells, int before, int openCount)
{
    /// <summary>The dimensions of which all cells count.</summary>
    public ReadOnlySpan<int> Open => cells.Taken(openCount);

    /// <summary>The bits of <see cref="Open"/>.</summary>
    public ulong OpenBits => cells.Bits(openCount);

    /// <summary>The cells that count on a dimension.</summary>
    public CellSet Cells(int dimension) => cells.Cells(dimension, before);
}
