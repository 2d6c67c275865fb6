using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>
/// The cell of each dimension that boxes take last, and when. While a cell lies in no box that narrows its dimension it
/// stands for all others: where it is covered, they are too.
/// </summary>
internal sealed class LastCells
{
    private readonly CellSet[] _all;
    private readonly CellSet[] _last;
    private readonly int[] _until;
    private readonly int[] _order; // The dimensions in the order in which their last cells are taken.
    private readonly int[] _orderUntil;
    private readonly ulong[] _bits; // For each number of first dimensions in that order: their bits.

    /// <param name="boxes">All boxes.</param>
    /// <param name="all">For each dimension the cells that can count.</param>
    public LastCells(ReadOnlySpan<OwnedBox> boxes, CellSet[] all)
    {
        _all = all;
        var takers = new Takers(boxes, all);
        _last = [.. takers.LastCells.Select(CellSet.Single)];
        _until = takers.LastTaken;
        _order =
        [
            .. Enumerable
                .Range(0, all.Length)
                .Where(dimension => _until[dimension] != int.MaxValue)
                .OrderBy(dimension => _until[dimension]),
        ];
        _orderUntil = [.. _order.Select(dimension => _until[dimension])];
        _bits = new ulong[_order.Length + 1];
        for (var count = 0; count < _order.Length; count++)
        {
            _bits[count + 1] = _bits[count] | Box.Bit(_order[count]);
        }
    }

    /// <summary>What counts for a question about the boxes before a place.</summary>
    public Outside Before(int place) => new(this, place, CountTaken(place));

    /// <summary>The cells that count on a dimension for a question about the boxes before a place.</summary>
    public CellSet Cells(int dimension, int before) => _until[dimension] >= before ? _last[dimension] : _all[dimension];

    /// <summary>The first dimensions of which boxes take the last cell.</summary>
    public ReadOnlySpan<int> Taken(int count) => _order.AsSpan(0, count);

    /// <summary>The bits of <see cref="Taken"/>.</summary>
    public ulong Bits(int count) => _bits[count];

    private int CountTaken(int before)
    {
        var (low, high) = (0, _orderUntil.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _orderUntil[middle] < before ? (middle + 1, high) : (low, middle);
        }

        return low;
    }
}
