namespace RgPolicy.Simulation.Caching;

/// <summary>Lines that are read equally often, at random or one after the other.</summary>
/// <param name="Class">The position of the mask by which its lines come into the cache.</param>
/// <param name="Lines">How many; above 0.</param>
/// <param name="Rate">Accesses per second to all of them together.</param>
/// <param name="IsCyclic">They are read in the same order again and again.</param>
internal readonly record struct CacheItem(int Class, double Lines, double Rate, bool IsCyclic)
{
    // How far from a circle's own time the time of a part of the sets can be and still be met by some of that part:
    // half of what lies between two parts (ErlangTable).
    private const double Edge = 0.1;

    /// <summary>Whether it takes part: its class is one of these, and it is read at all.</summary>
    public bool IsIn(ulong classes) => Rate > 0 && (classes & (1UL << Class)) != 0;

    /// <summary>
    /// Adds how many of the lines are touched within a time (Che, Tung and Wang, IEEE JSAC 2002, equation 3), and how
    /// fast that
    /// number grows with it.
    /// </summary>
    public void Measure(double time, ref double touched, ref double growth)
    {
        if (IsCyclic)
        {
            touched += Math.Min(Lines, Rate * time);
            growth += Rate * time < Lines ? Rate : 0;
            return;
        }

        var left = Math.Exp(-Rate / Lines * time);
        touched += Lines * (1 - left);
        growth += Rate * left;
    }

    /// <summary>The part of accesses that find their line when each line stays for a time: equation 2 of the
    /// same.</summary>
    public double HitRatio(double time) =>
        double.IsPositiveInfinity(time) ? 1
        : IsCyclic ? Math.Clamp(((Rate * time / Lines) - 1 + Edge) / (2 * Edge), 0, 1)
        : 1 - Math.Exp(-Rate / Lines * time);

    /// <summary>How fast that part grows with the logarithm of the rate.</summary>
    public double HitGrowth(double time) =>
        double.IsPositiveInfinity(time) || IsCyclic ? 0 : Rate / Lines * time * Math.Exp(-Rate / Lines * time);
}
