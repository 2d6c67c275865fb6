using System.Collections.Immutable;
using RgPolicy.Engine.Classify.Conditions;

namespace RgPolicy.Engine.Classify.Scales;

/// <summary>
/// Ranks the values of a number signal by the bounds that a program compares it with: bound number i has rank 2i + 1, what lies
/// below it and above the bound before has rank 2i.
/// </summary>
internal sealed class NumberScale(IEnumerable<decimal> bounds)
{
    /// <summary>The bounds, ascending.</summary>
    public ImmutableArray<decimal> Bounds { get; } = [.. bounds.Distinct().Order()];

    /// <summary>Ranks are below this number.</summary>
    public int RankCount => (2 * Bounds.Length) + 1;

    /// <summary>The rank of a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="at">A bound that is not above it, or the first.</param>
    public int RankOf(decimal value, int at)
    {
        while (at < Bounds.Length && Bounds[at] < value)
        {
            at++;
        }

        return (2 * at) + (at < Bounds.Length && Bounds[at] == value ? 1 : 0);
    }

    /// <summary>The ranks of the values in a range whose ends are bounds of this scale.</summary>
    public RankSet SetOf(NumberRange range)
    {
        var low = range.Low is { } least ? RankOf(least) + (range.LowIsOpen ? 1 : 0) : 0;
        var high = range.High is { } most ? RankOf(most) - (range.HighIsOpen ? 1 : 0) : RankCount - 1;
        var inside = RankSet.Between(low, high);
        return range.IsComplement ? inside.Complement(RankCount) : inside;
    }

    /// <summary>The ranks of a few bounds of this scale.</summary>
    public RankSet SetOf(ImmutableArray<decimal> numbers) => RankSet.Union(numbers.Select(number => RankSet.Of(RankOf(number))));

    private int RankOf(decimal bound) => (2 * Bounds.BinarySearch(bound)) + 1;
}
