using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// Values with an order, cut wherever a condition cuts them: cell 0 begins at the least value, and cell
/// N at the Nth cut.
/// </summary>
/// <param name="Signal">The signal.</param>
/// <param name="Cuts">Rising; each has values on both sides, so that no cell is empty.</param>
internal abstract record OrderedAxis<T>(Signal Signal, Cut<T>[] Cuts) : Axis(Cuts.Length + 1)
    where T : IComparable<T>
{
    /// <summary>The cells of the values that compare with a constant as asked.</summary>
    public CellSet Cells(ComparisonOperator comparison, Cut<T> before, Cut<T> after) =>
        comparison switch
        {
            ComparisonOperator.Equal => CellSet.Range(Find(before), Find(after)),
            ComparisonOperator.NotEqual => CellSet.Range(0, Count).Except(CellSet.Range(Find(before), Find(after))),
            ComparisonOperator.Less => CellSet.Range(0, Find(before)),
            ComparisonOperator.LessOrEqual => CellSet.Range(0, Find(after)),
            ComparisonOperator.Greater => CellSet.Range(Find(after), Count),
            _ => CellSet.Range(Find(before), Count),
        };

    public CellSet Between(Cut<T> low, Cut<T> high) => CellSet.Range(Find(low), Find(high));

    /// <summary>The cut at which a cell begins, or null for the first cell.</summary>
    public Cut<T>? Begin(int cell) => cell == 0 ? null : Cuts[cell - 1];

    /// <summary>The cut at which a cell ends, or null for the last cell.</summary>
    public Cut<T>? End(int cell) => cell == Cuts.Length ? null : Cuts[cell];

    /// <summary>True when no value lies behind a cut.</summary>
    protected virtual bool IsBehindAll(Cut<T> cut) => false;

    /// <summary>The first cell behind a cut; 0 for one before all values, and none for one behind them.</summary>
    private int Find(Cut<T> cut)
    {
        var place = Array.BinarySearch(Cuts, cut);
        return place >= 0 ? place + 1
            : IsBehindAll(cut) ? Count
            : 0;
    }
}

/// <summary>A place between values: right before a value, or right after it.</summary>
internal readonly record struct Cut<T>(T Value, bool IsAfter) : IComparable<Cut<T>>
    where T : IComparable<T>
{
    public int CompareTo(Cut<T> other)
    {
        var order = Value.CompareTo(other.Value);
        return order != 0 ? order : IsAfter.CompareTo(other.IsAfter);
    }
}
