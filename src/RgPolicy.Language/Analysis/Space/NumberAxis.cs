using System.Numerics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Numbers from 0: whole ones for bytes and counts, decimals for all else; percentages, which are all
/// pressures, up to 100.</summary>
/// <param name="Signal">The signal.</param>
/// <param name="Cuts">Rising; each has values on both sides.</param>
/// <param name="Only">The one value that there is, as of a fact of the host; null for all numbers. It
/// has no cuts.</param>
internal sealed record NumberAxis(Signal Signal, Cut<Rational>[] Cuts, Rational? Only = null)
    : OrderedAxis<Rational>(Signal, Cuts)
{
    public static bool IsWhole(Signal signal) => signal.Type is SignalType.Bytes or SignalType.Count;

    /// <summary>The cut before or after a constant, moved to the next value that the signal can have.</summary>
    public static Cut<Rational> CutAt(Signal signal, Rational constant, bool isAfter)
    {
        if (IsWhole(signal))
        {
            var floor = constant.Floor();
            return new Cut<Rational>(!isAfter && constant.IsWhole ? floor : floor + 1, false);
        }

        // No decimal equals one third, so before it and after it is the same place.
        return new Cut<Rational>(constant, isAfter && Decimals.IsDecimal(constant));
    }

    /// <summary>True when values lie on both sides of the cut.</summary>
    public static bool Divides(Signal signal, Cut<Rational> cut) => !IsBeforeAll(cut) && !IsBehindAll(signal, cut);

    /// <summary>A value of the cell, with few digits.</summary>
    public Rational Value(int cell)
    {
        if (Only is { } only)
            return only;

        var begin = Begin(cell) ?? new Cut<Rational>(0, false);
        if (IsWhole(Signal) || (!begin.IsAfter && Decimals.IsDecimal(begin.Value)))
            return begin.Value;

        return End(cell) is { } end ? Decimals.Between(begin.Value, end.Value) : begin.Value.Floor() + 1;
    }

    /// <inheritdoc/>
    protected override bool IsBehindAll(Cut<Rational> cut) =>
        Only is { } only ? cut.Value > only || (cut.Value == only && cut.IsAfter) : IsBehindAll(Signal, cut);

    private static bool IsBeforeAll(Cut<Rational> cut) => cut.Value < 0 || (cut.Value == 0 && !cut.IsAfter);

    private static bool IsBehindAll(Signal signal, Cut<Rational> cut) =>
        SignalNumbers.MostOf(signal.Type) is { } most && (cut.Value > most || (cut.Value == most && cut.IsAfter));
}

/// <summary>Fractions that can be written with finitely many decimal digits.</summary>
internal static class Decimals
{
    public static bool IsDecimal(Rational number)
    {
        if (number.IsWhole)
            return true;

        var rest = number.Denominator;
        foreach (var prime in (ReadOnlySpan<int>)[2, 5])
        {
            while ((rest % prime).IsZero)
                rest /= prime;
        }

        return rest.IsOne;
    }

    /// <summary>A decimal strictly between two numbers, with as few digits as there can be.</summary>
    public static Rational Between(Rational low, Rational high)
    {
        for (BigInteger scale = 1; ; scale *= 10)
        {
            var next = (low * scale).Floor() + 1;
            var candidate = new Rational(next, scale);
            if (candidate < high)
                return candidate;
        }
    }
}
