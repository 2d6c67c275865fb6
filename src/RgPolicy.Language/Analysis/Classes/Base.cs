using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>A query to start from: for each dimension a known cell that few boxes take.</summary>
internal sealed class Base
{
    private const int MostMoves = 64;

    private readonly AnalysisSpace _space;
    private readonly int[][] _taken; // For each dimension and known cell: how many boxes take it.
    private readonly CellSet[] _free; // For each dimension: the known cells that no box takes by itself alone.
    private readonly int[] _moves;

    public Base(ClassBoxes classes)
    {
        _space = classes.Space;
        var dimensions = _space.Dimensions;
        _taken = [.. dimensions.Select(dimension => new int[dimension.Known.Count + 2])];
        _free = [.. dimensions.Select(dimension => dimension.Known)];
        _moves = new int[dimensions.Count];
        foreach (var (_, box) in classes.All)
        {
            Count(box);
        }

        foreach (var taken in _taken)
        {
            for (var cell = 1; cell < taken.Length; cell++)
            {
                taken[cell] += taken[cell - 1];
            }
        }

        Cells = [.. dimensions.Select(dimension => Least(dimension.Index))];
    }

    /// <summary>The cell on each dimension.</summary>
    public int[] Cells { get; }

    /// <summary>
    /// Takes note of a class whose queries are gone. True when the cell of the dimension had to move: it lay in a box that
    /// narrows nothing else.
    /// </summary>
    public bool Leave(Box box)
    {
        if (box.Dimensions is not [var dimension] || !_free[dimension].Intersects(box.Sets[0]))
        {
            return false;
        }

        _free[dimension] = _free[dimension].Except(box.Sets[0]);
        if (!box.Sets[0].Contains(Cells[dimension]) || _free[dimension].IsEmpty || ++_moves[dimension] > MostMoves)
        {
            return false;
        }

        Cells[dimension] = Least(dimension);
        return true;
    }

    private void Count(Box box)
    {
        for (var place = 0; place < box.Dimensions.Length; place++)
        {
            var taken = _taken[box.Dimensions[place]];
            var bounds = box.Sets[place].Bounds;
            for (var index = 0; index < bounds.Length; index++)
            {
                taken[bounds[index]] += index % 2 == 0 ? 1 : -1;
            }
        }
    }

    private int Least(int dimension) => _free[dimension].Cells().MinBy(cell => _taken[dimension][cell]);
}
