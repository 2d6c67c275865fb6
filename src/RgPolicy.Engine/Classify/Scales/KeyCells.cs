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

    public KeyCells(ReadOnlySpan<double> bounds)
    {
        var budget = Math.Clamp(4 * bounds.Length, FewestCells, MostCells);
        var first = BitConverter.DoubleToInt64Bits(FirstPositive(bounds));
        var last = bounds.IsEmpty ? 0 : BitConverter.DoubleToInt64Bits(Math.Max(0, bounds[^1]));
        Shift = CoarsestShift;
        while (Shift > FinestShift && (last >> (Shift - 1)) - (first >> (Shift - 1)) + 3 <= budget)
        {
            Shift--;
        }

        First = (first >> Shift) - 1;
        Below = Count(bounds, (int)Math.Max(1, (last >> Shift) - First + 1));
    }

    /// <summary>The bits of a double above this one number the cells.</summary>
    public int Shift { get; }

    /// <summary>What the bits number the first cell, which also takes whatever is smaller.</summary>
    public long First { get; }

    /// <summary>How many bounds are below each cell, and how many there are.</summary>
    public int[] Below { get; }

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
            var edge = cell == cells ? double.PositiveInfinity : BitConverter.Int64BitsToDouble((First + cell) << Shift);
            while (at < bounds.Length && bounds[at] < edge)
            {
                at++;
            }

            below[cell] = at;
        }

        return below;
    }
}
