namespace RgPolicy.Engine.Sensitivity;

/// <summary>
/// Medians and their uncertainty by drawing from the measurements with replacement (Efron and Tibshirani, An
/// Introduction to the Bootstrap, 1993, ch. 13: percentile intervals).
/// </summary>
internal static class Bootstrap
{
    /// <summary>How often is drawn.</summary>
    public const int Draws = 500;

    private const double Tail = 0.025;

    /// <summary>The median; of an even number the mean of the two in the middle.</summary>
    public static double Median(ReadOnlySpan<double> values)
    {
        var sorted = values.ToArray();
        Array.Sort(sorted);
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>A median of as many values, each drawn from these.</summary>
    public static double DrawnMedian(ReadOnlySpan<double> values, Random random)
    {
        var drawn = new double[values.Length];
        for (var i = 0; i < drawn.Length; i++)
            drawn[i] = values[random.Next(values.Length)];
        return Median(drawn);
    }

    /// <summary>The interval that holds 95 % of what was drawn.</summary>
    public static (double Low, double High) Interval(double[] drawn)
    {
        Array.Sort(drawn);
        var low = (int)(drawn.Length * Tail);
        return (drawn[low], drawn[drawn.Length - 1 - low]);
    }

    /// <summary>The interval of a median.</summary>
    public static (double Low, double High) MedianInterval(double[] values, Random random)
    {
        var drawn = new double[Draws];
        for (var i = 0; i < drawn.Length; i++)
            drawn[i] = DrawnMedian(values, random);
        return Interval(drawn);
    }
}
