namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>pgbench's distributions over whole numbers, both ends included [PostgreSQL documentation, pgbench,
/// Built-In Functions].</summary>
internal static class ScriptDraws
{
    private const double LeastGaussian = 2;
    private const double LeastZipfian = 1.001;
    private const double MostZipfian = 1000;

    /// <summary>All alike.</summary>
    public static long Uniform(Random random, long low, long high)
    {
        CheckRange(low, high);
        if (low == long.MinValue && high == long.MaxValue)
            return random.NextInt64(long.MinValue, long.MaxValue);
        return high == long.MaxValue ? random.NextInt64(low - 1, high) + 1 : random.NextInt64(low, high + 1);
    }

    /// <summary>The smaller the more often; the steeper the larger the parameter is.</summary>
    public static long Exponential(Random random, long low, long high, double parameter)
    {
        CheckRange(low, high);
        Check(parameter > 0, "its parameter must be above 0");
        var cut = Math.Exp(-parameter);
        var uniform = 1 - random.NextDouble();
        return Placed(low, high, -Math.Log(cut + ((1 - cut) * uniform)) / parameter);
    }

    /// <summary>A bell around the middle; the steeper the larger the parameter is.</summary>
    public static long Gaussian(Random random, long low, long high, double parameter)
    {
        CheckRange(low, high);
        Check(parameter >= LeastGaussian, "its parameter must be at least 2");
        double drawn;
        do
        {
            // Box and Muller 1958; what is out of range is drawn again.
            drawn = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Sin(2 * Math.PI * random.NextDouble());
        } while (drawn < -parameter || drawn >= parameter);

        return Placed(low, high, (drawn + parameter) / (2 * parameter));
    }

    /// <summary>The k-th as often as 1 / k to the power of the parameter, by rejection [Devroye, Non-Uniform Random
    /// Variate Generation, 1986, p. 550].</summary>
    public static long Zipfian(Random random, long low, long high, double parameter)
    {
        CheckRange(low, high);
        Check(parameter is >= LeastZipfian and <= MostZipfian, "its parameter must be from 1.001 to 1000");
        var count = (double)high - low + 1;
        if (count <= 1)
            return low;
        var b = Math.Pow(2, parameter - 1);
        double x,
            t;
        do
        {
            x = Math.Floor(Math.Pow(1 - random.NextDouble(), -1 / (parameter - 1)));
            t = Math.Pow(1 + (1 / x), parameter - 1);
        } while (x > count || random.NextDouble() * x * (t - 1) / (b - 1) > t / b);

        return low + (long)x - 1;
    }

    /// <summary>A part of the range from 0 to 1, without 1.</summary>
    private static long Placed(long low, long high, double part) =>
        Math.Min(high, low + (long)(part * ((double)high - low + 1)));

    private static void CheckRange(long low, long high)
    {
        Check(low <= high, "its lower bound is above its upper one");
        Check(low > long.MinValue / 2 && high < long.MaxValue / 2, "its bounds are too large");
    }

    private static void Check(bool holds, string reason)
    {
        if (!holds)
            throw new ArgumentException(reason);
    }
}
