using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.CompilerServices;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Arms by the number that a signal must have: the numbers are cut into cells, each with the arms that have a
/// range there.</summary>
internal sealed class NumberLists
{
    private const int MostCells = 256;

    private readonly int _ordinal;

    // The least key of each cell but the first, filled up to a power of two.
    private readonly double[] _starts;
    private readonly ArmEntry[][] _cells;

    public NumberLists(int ordinal, ImmutableArray<(NumberKey Key, ArmEntry Entry)> arms)
    {
        _ordinal = ordinal;
        double[] ends =
        [
            .. arms.SelectMany(arm => arm.Key.Ranges)
                .SelectMany(range => new[] { range.Low, Math.BitIncrement(range.High) })
                .Where(double.IsFinite)
                .Distinct()
                .Order(),
        ];
        _starts = Padded(ends.Length < MostCells ? ends : Spread(ends));
        var cells = new List<ArmEntry>[_starts.Length];
        foreach (var (key, entry) in arms)
        {
            foreach (var cell in key.Ranges.SelectMany(CellsOf).Distinct())
            {
                (cells[cell] ??= []).Add(entry);
            }
        }

        _cells = [.. cells.Select(cell => cell?.ToArray() ?? [])];
    }

    /// <summary>The arms that may hold by this signal, those of earlier classes first.</summary>
    public ReadOnlySpan<ArmEntry> Find(SignalValues values)
    {
        ref readonly var value = ref values.Peek(_ordinal);
        return value.IsKnown ? _cells[CellOf(value.Key)] : [];
    }

    // As many of them, at like distances.
    private static double[] Spread(double[] ends) =>
        [
            .. Enumerable
                .Range(0, MostCells - 1)
                .Select(index => ends[(int)((long)index * ends.Length / (MostCells - 1))]),
        ];

    private IEnumerable<int> CellsOf(KeyRange range) =>
        range.Low > range.High ? [] : Enumerable.Range(CellOf(range.Low), CellOf(range.High) - CellOf(range.Low) + 1);

    // How many cells begin at or below the key, without a branch that depends on it.
    private int CellOf(double key)
    {
        var (starts, cell) = (_starts, 0);
        for (var step = starts.Length / 2; step > 0; step /= 2)
        {
            cell += Unsafe.BitCast<bool, byte>(starts[cell + step - 1] <= key) * step;
        }

        return cell;
    }

    private static double[] Padded(double[] starts)
    {
        var padded = new double[BitOperations.RoundUpToPowerOf2((uint)starts.Length + 1)];
        Array.Fill(padded, double.PositiveInfinity);
        starts.CopyTo(padded, 0);
        return padded;
    }
}
