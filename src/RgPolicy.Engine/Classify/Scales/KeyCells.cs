namespace RgPolicy.Engine.Classify.Scales;

/// <summary>
/// A first guess where a number stands among ascending bounds: positive doubles are ordered like their bits, so their leading
/// bits number cells, finer where the numbers are small. For each cell it is known how many bounds lie below.
/// </summary>
internal sealed class KeyCells
{
    private const int FewestCells = 64;
    private const int MostCells = 8_192;
    private const int CoarsestShift = 52;
    private const int FinestShift = 36;

    private readonly int _shift;
    private readonly long _first;
    private readonly int[] _below;

    public KeyCells(ReadOnlySpan<double> bounds)
    {
        var budget = Math.Clamp(4 * bounds.Length, FewestCells, MostCells);
        var first = BitConverter.DoubleToInt64Bits(FirstPositive(bounds));
        var last = bounds.IsEmpty ? 0 : BitConverter.DoubleToInt64Bits(Math.Max(0, bounds[^1]));
        _shift = CoarsestShift;
        while (_shift > FinestShift && (last >> (_shift - 1)) - (first >> (_shift - 1)) + 3 <= budget)
        {
            _shift--;
        }

        _first = (first >> _shift) - 1;
        _below = Count(bounds, (int)Math.Max(1, (last >> _shift) - _first + 1));
    }

    /// <summary>The first bound that is not below a number lies between these two.</summary>
    public (int From, int To) Find(double key)
    {
        // Whatever is not above the smallest positive bound's cell, negative numbers among them, falls into the first.
        var cell = (BitConverter.DoubleToInt64Bits(key) >> _shift) - _first;
        var at = (int)Math.Clamp(cell, 0, _below.Length - 2);
        return (_below[at], _below[at + 1]);
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

    private int[] Count(ReadOnlySpan<double> bounds, int cells)
    {
        var below = new int[cells + 1];
        for (var (cell, at) = (1, 0); cell <= cells; cell++)
        {
            var edge = cell == cells ? double.PositiveInfinity : BitConverter.Int64BitsToDouble((_first + cell) << _shift);
            while (at < bounds.Length && bounds[at] < edge)
            {
                at++;
            }

            below[cell] = at;
        }

        return below;
    }
}
