namespace RgPolicy.Simulation.Caching;

/// <summary>
/// By how many ways a set's lines are really held. A line survives in a set of w ways as long as fewer than w other
/// lines come into
/// its set. Lines fall into sets at random, so their number is Poisson with mean m(t), and P[Poisson(m) &lt; w] =
/// P[Erlang(w) &gt; m]
/// (Feller, An Introduction to Probability Theory, vol. 2, section I.3): it is as if each set had an Erlang(w) number
/// of ways. The
/// distribution is taken at the middle of equally likely parts.
/// </summary>
internal static class ErlangTable
{
    /// <summary>Parts.</summary>
    public const int Nodes = 8;

    private const int MostWays = 64;

    private static readonly double[][] Table = [.. Enumerable.Range(0, MostWays + 1).Select(Row)];

    /// <summary>Ways of each part, ascending; their mean is the number of ways.</summary>
    public static ReadOnlySpan<double> Of(int ways) => Table[Math.Clamp(ways, 0, MostWays)];

    private static double[] Row(int ways)
    {
        if (ways == 0)
            return new double[Nodes];
        double[] row = [.. Enumerable.Range(0, Nodes).Select(node => Quantile(ways, (node + 0.5) / Nodes))];
        var mean = row.Average();
        return [.. row.Select(each => each * ways / mean)];
    }

    private static double Quantile(int ways, double part)
    {
        var (low, high) = (0.0, ways + (10 * Math.Sqrt(ways)) + 10);
        for (var step = 0; step < 60; step++)
        {
            var middle = (low + high) / 2;
            (low, high) = Below(ways, middle) < part ? (middle, high) : (low, middle);
        }

        return (low + high) / 2;
    }

    /// <summary>P[Erlang(w) below m] = 1 - sum of e^-m m^k / k! for k below w.</summary>
    private static double Below(int ways, double mean)
    {
        var (term, sum) = (Math.Exp(-mean), 0.0);
        for (var count = 0; count < ways; count++)
        {
            sum += term;
            term *= mean / (count + 1);
        }

        return 1 - sum;
    }
}
