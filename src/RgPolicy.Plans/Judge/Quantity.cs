namespace RgPolicy.Plans.Judge;

/// <summary>A figure while it is being computed; not a number when it is unknown.</summary>
internal readonly record struct Quantity(double Value, Provenance Provenance)
{
    /// <summary>Estimates above this are errors of the estimate, not sizes.</summary>
    private const double LargestBelievable = 1e12;

    /// <summary>Whole numbers up to this are exact in a double.</summary>
    private const double LargestExact = 1L << 53;

    public static Quantity Unknown { get; } = new(double.NaN, Provenance.Unknown);

    public bool IsKnown => Provenance != Provenance.Unknown && double.IsFinite(Value);

    /// <summary>The value, or 0 where it is unknown.</summary>
    public double OrZero => IsKnown ? Value : 0;

    /// <summary>Rows: an estimate above 1e12 counts as unknown.</summary>
    public static Quantity OfRows(double value, Provenance provenance) =>
        double.IsFinite(value) && (provenance == Provenance.Actual || value <= LargestBelievable)
            ? new(Math.Max(0, value), provenance)
            : Unknown;

    /// <summary>The sum, as trustworthy as its least trustworthy part.</summary>
    public static Quantity operator +(Quantity left, Quantity right) =>
        left.IsKnown && right.IsKnown
            ? new(left.Value + right.Value, Worse(left.Provenance, right.Provenance))
            : Unknown;

    public static Quantity Max(Quantity left, Quantity right)
    {
        if (!left.IsKnown || !right.IsKnown)
            return Unknown;
        return left.Value >= right.Value ? left : right;
    }

    public static Quantity operator *(Quantity each, double times) => each with { Value = each.Value * times };

    /// <summary>Bytes as far as a budget goes.</summary>
    public static Quantity Capped(double bytes, Quantity budget, Provenance basis) =>
        bytes > budget.Value ? budget with { Provenance = Worse(basis, budget.Provenance) } : new(bytes, basis);

    public static Provenance Worse(Provenance left, Provenance right) => left > right ? left : right;

    /// <summary>The public form, rounded to whole numbers from 100 on and to two places below.</summary>
    public Figure ToFigure()
    {
        if (!IsKnown || Math.Abs(Value) > 1e24)
            return Figure.Unknown;
        var whole = Math.Abs(Value) >= 100 ? Math.Round(Value, MidpointRounding.AwayFromZero) : Value;
        if (Math.Abs(whole) < LargestExact && whole == Math.Floor(whole))
            return new((long)whole, Provenance);
        var rounded = Math.Round((decimal)Value, Math.Abs(Value) >= 100 ? 0 : 2, MidpointRounding.AwayFromZero);
        return new(rounded / 1.0000000000000000000000000000m, Provenance);
    }
}
