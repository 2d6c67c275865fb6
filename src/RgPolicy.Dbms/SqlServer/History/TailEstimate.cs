namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>The 95th percentile of times of which number, mean, deviation and the longest are known,
/// and no single one.</summary>
internal static class TailEstimate
{
    /// <summary>Below so many the nearest rank of the 95th percentile is the last: the longest time itself.</summary>
    private const long RankedBelow = 20;

    /// <summary>The standard normal distribution's 95th percentile.</summary>
    private const double Normal95 = 1.6448536269514722;

    /// <summary>
    /// Of fewer than 20 the longest. Of more, that of the log-normal distribution with this mean and
    /// deviation, at most the longest: s² = ln(1 + (deviation / mean)²), p95 = mean · exp(1.645 s - s² / 2).
    /// </summary>
    /// <param name="count">How many there are.</param>
    /// <param name="mean">Their mean, in any unit of time, as the others.</param>
    /// <param name="meanSquare">The mean of their squares.</param>
    /// <param name="longest">The longest.</param>
    public static double Of(long count, double mean, double meanSquare, double longest)
    {
        if (count < RankedBelow)
            return longest;
        if (mean <= 0)
            return 0;
        var variance = Math.Log(Math.Max(1, meanSquare / (mean * mean)));
        return Math.Min(longest, mean * Math.Exp((Normal95 * Math.Sqrt(variance)) - (variance / 2)));
    }
}
