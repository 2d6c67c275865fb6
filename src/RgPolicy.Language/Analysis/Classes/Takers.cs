using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Finds for each dimension the cell that is the last to be taken by a box which narrows the
/// dimension.</summary>
internal sealed class Takers
{
    private readonly int[][] _next; // For each dimension and cell: a cell at or behind it that may be left.
    private readonly int[][] _taken; // For each dimension and cell: the place of the first box that takes it.

    public Takers(ReadOnlySpan<OwnedBox> boxes, CellSet[] cells)
    {
        _next = Array.ConvertAll(cells, set => Rising(set.End + 1));
        _taken = Array.ConvertAll(cells, set => Never(set.End));
        for (var place = 0; place < boxes.Length; place++)
        {
            Take(boxes[place].Box, place);
        }

        LastCells = new int[cells.Length];
        LastTaken = new int[cells.Length];
        for (var dimension = 0; dimension < cells.Length; dimension++)
        {
            FindLast(dimension, cells[dimension]);
        }
    }

    public int[] LastCells { get; }

    /// <summary>For each dimension the place of the box that takes its last cell;
    /// <see cref="int.MaxValue"/> where none does.</summary>
    public int[] LastTaken { get; }

    private static int[] Rising(int count)
    {
        var numbers = new int[count];
        for (var index = 0; index < count; index++)
        {
            numbers[index] = index;
        }

        return numbers;
    }

    private static int[] Never(int count)
    {
        var places = new int[count];
        Array.Fill(places, int.MaxValue);
        return places;
    }

    private void Take(Box box, int place)
    {
        for (var at = 0; at < box.Dimensions.Length; at++)
        {
            var (next, taken) = (_next[box.Dimensions[at]], _taken[box.Dimensions[at]]);
            var bounds = box.Sets[at].Bounds;
            for (var index = 0; index < bounds.Length; index += 2)
            {
                var end = Math.Min(bounds[index + 1], taken.Length);
                for (var cell = FindLeft(next, bounds[index]); cell < end; cell = FindLeft(next, cell))
                {
                    taken[cell] = place;
                    next[cell] = cell + 1;
                }
            }
        }
    }

    /// <summary>The first cell at or behind one that is left; each step halves the way for the next search.</summary>
    private static int FindLeft(int[] next, int cell)
    {
        cell = Math.Min(cell, next.Length - 1);
        while (next[cell] != cell)
        {
            next[cell] = next[next[cell]];
            cell = next[cell];
        }

        return cell;
    }

    private void FindLast(int dimension, CellSet cells)
    {
        var taken = _taken[dimension];
        var last = cells.First;
        foreach (var cell in cells.Cells())
        {
            last = taken[cell] > taken[last] ? cell : last;
        }

        LastCells[dimension] = last;
        LastTaken[dimension] = taken[last];
    }
}
