namespace RgPolicy.Engine.Sensitivity;

/// <summary>
/// Finds knees in noisy curves. The best is the median of all runs under settings that cannot be told from the best
/// one: the largest of several noisy medians is too high, and would make a knee in a flat curve. What cannot be told
/// from the best is enough.
/// </summary>
internal static class KneeFinder
{
    /// <summary>Finds the knee.</summary>
    /// <param name="rates">Measured rates by setting, settings ascending; at least one of each.</param>
    /// <param name="share">The share of the best that is enough.</param>
    /// <param name="seed">Draws the same for the same number.</param>
    public static Knee Find(ImmutableArray<double[]> rates, double share, int seed)
    {
        var random = new Random(seed);
        var plateau = Plateau(rates, random);
        var best = Best(plateau);
        var reached = Array.FindIndex(
            [.. rates],
            each => plateau.Contains(each) || Bootstrap.Median(each) >= share * best
        );
        var intervals = RatioIntervals(rates, plateau, random);
        var least = Array.FindIndex(intervals, interval => interval.High >= share);
        var most = Array.FindIndex(intervals, interval => interval.Low >= share);
        if (least < 0)
            least = reached;
        return new Knee(
            share,
            KindOf(least, rates.Length),
            least == 0 ? 0 : Math.Max(reached, least),
            least,
            most < 0 ? null : most
        );
    }

    private static KneeKind KindOf(int least, int settings) =>
        least == 0 ? KneeKind.Insensitive
        : least == settings - 1 ? KneeKind.StillRising
        : KneeKind.Found;

    private static ImmutableArray<double[]> Plateau(ImmutableArray<double[]> rates, Random random)
    {
        var intervals = rates.Select(each => Bootstrap.MedianInterval(each, random)).ToArray();
        var medians = rates.Select(each => Bootstrap.Median(each)).ToArray();
        var top = intervals[Array.IndexOf(medians, medians.Max())];
        return [.. rates.Where((_, i) => intervals[i].High >= top.Low)];
    }

    private static double Best(ImmutableArray<double[]> plateau) =>
        Bootstrap.Median(plateau.SelectMany(each => each).ToArray());

    private static (double Low, double High)[] RatioIntervals(
        ImmutableArray<double[]> rates,
        ImmutableArray<double[]> plateau,
        Random random
    )
    {
        var pooled = plateau.SelectMany(each => each).ToArray();
        var bests = new double[Bootstrap.Draws];
        for (var draw = 0; draw < bests.Length; draw++)
            bests[draw] = Bootstrap.DrawnMedian(pooled, random);
        return [.. rates.Select(each => Bootstrap.Interval(Ratios(each, bests, random)))];
    }

    private static double[] Ratios(double[] rates, double[] bests, Random random)
    {
        var ratios = new double[bests.Length];
        for (var draw = 0; draw < ratios.Length; draw++)
            ratios[draw] = Bootstrap.DrawnMedian(rates, random) / bests[draw];
        return ratios;
    }
}

/// <summary>The smallest setting that reaches a share of the best (HPCA 2018, table 4).</summary>
/// <param name="Share">The share, such as 0.9.</param>
/// <param name="Kind">Whether there is one.</param>
/// <param name="Setting">Its place among the settings, from 0: the first for an insensitive workload, the last while it
/// still rises.</param>
/// <param name="Least">The smallest that cannot be ruled out with 95 % confidence.</param>
/// <param name="Most">The smallest that is enough with that confidence; null where none is.</param>
internal sealed record Knee(double Share, KneeKind Kind, int Setting, int Least, int? Most);

/// <summary>Whether less is enough.</summary>
internal enum KneeKind
{
    /// <summary>A setting below the largest is enough, and smaller ones are not.</summary>
    Found,

    /// <summary>Already the smallest setting cannot be told from enough: within these settings nothing is
    /// gained.</summary>
    Insensitive,

    /// <summary>Only the largest setting is enough: more might bring more.</summary>
    StillRising,
}
