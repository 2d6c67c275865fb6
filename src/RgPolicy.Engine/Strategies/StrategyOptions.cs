namespace RgPolicy.Engine.Strategies;

/// <summary>A strategy's patience.</summary>
public sealed record StrategyOptions
{
    /// <summary>
    /// Bytes per second at which one query fills its mask again: a low figure for one core of the
    /// processors in the papers
    /// (64 GB/s for 10 to 22 cores), so that refills are judged long rather than short.
    /// </summary>
    public double FillRate { get; init; } = 8e9;

    /// <summary>A query counts when it is expected to live so many times longer than the refill of the
    /// whole cache.</summary>
    public double RefillsToOutlive { get; init; } = 20;

    /// <summary>Between two splits at least this long.</summary>
    public TimeSpan Dwell { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>While the same pools run, differences of up to so many ways change nothing.</summary>
    public int DeadBandWays { get; init; } = 1;
}
