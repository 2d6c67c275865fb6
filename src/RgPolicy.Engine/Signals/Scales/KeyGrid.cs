using System.Runtime.CompilerServices;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// Divides numbers into cells, ascending, for a first guess where one stands among bounds: positive
/// doubles are ordered like their bits, whose leading ones number the cells, finer where the numbers are small.
/// Whatever is beyond an end belongs to the cell there.
/// </summary>
internal readonly record struct KeyGrid
{
    private const int FewestCells = 64;
    private const int MostCells = 2_048;
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
        while (_shift > FinestShift && (last >> (_shift - 1)) - (first >> (_shift - 1)) + 4 <= budget)
            _shift--;

        // The first cell also takes whatever is smaller than the smallest positive bound, the last
        // whatever is greater than all.
        _first = (first >> _shift) - 1;
        _last = (int)Math.Max(0, (last >> _shift) - _first) + 1;
    }

    /// <summary>How many cells there are.</summary>
    public int Count => _last + 1;

    /// <summary>The number of a number's cell, from 0; never less for a greater number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int CellOf(double key) =>
        (int)Math.Clamp((BitConverter.DoubleToInt64Bits(key) >> _shift) - _first, 0, _last);

    private static double FirstPositive(ReadOnlySpan<double> bounds)
    {
        foreach (var bound in bounds)
        {
            if (bound > 0)
                return bound;
        }

        return 0;
    }
}
