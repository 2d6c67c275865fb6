using System.Runtime.CompilerServices;

namespace RgPolicy.Engine.Classify.Scales;

/// <summary>
/// Divides numbers into cells, ascending, for a first guess where one stands among bounds: positive doubles are ordered like their
/// bits, whose leading ones number the cells, finer where the numbers are small. Whatever is beyond an end belongs to the cell there.
/// </summary>
internal readonly record struct KeyGrid
{
    private const int FewestCells = 64;
    private const int MostCells = 8_192;
    private const int CellsPerBound = 4;
    private const int CoarsestShift = 52;
    private const int FinestShift = 36;

    private readonly long _first;
    private readonly int _shift;
    private readonly int _last;

    /// <summary>Makes one for some bounds.</summary>
    /// <param name="bounds">Ascending.</param>
    public KeyGrid(ReadOnlySpan<double> bounds)
    {
        var budget = Math.Clamp(CellsPerBound * bounds.Length, FewestCells, MostCells);
        var first = BitConverter.DoubleToInt64Bits(FirstPositive(bounds));
        var last = bounds.IsEmpty ? 0 : BitConverter.DoubleToInt64Bits(Math.Max(0, bounds[^1]));
        _shift = CoarsestShift;
        while (_shift > FinestShift && (last >> (_shift - 1)) - (first >> (_shift - 1)) + 3 <= budget)
        {
            _shift--;
        }

        // The first cell also takes whatever is smaller than the smallest positive bound.
        _first = (first >> _shift) - 1;
        _last = (int)Math.Max(0, (last >> _shift) - _first);
    }

    /// <summary>The number of a number's cell, from 0; never less for a greater number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int CellOf(double key) => (int)Math.Clamp((BitConverter.DoubleToInt64Bits(key) >> _shift) - _first, 0, _last);

    /// <summary>How many of the bounds are below each cell, and how many there are.</summary>
    public int[] CountBelow(ReadOnlySpan<double> bounds)
    {
        var below = new int[_last + 2];
        foreach (var bound in bounds)
        {
            below[CellOf(bound) + 1]++;
        }

        for (var cell = 1; cell < below.Length; cell++)
        {
            below[cell] += below[cell - 1];
        }

        return below;
    }

    private static double FirstPositive(ReadOnlySpan<double> bounds)
    {
        foreach (var bound in bounds)
        {
            if (bound > 0)
            {
                return bound;
            }
        }

        return 0;
    }
}
