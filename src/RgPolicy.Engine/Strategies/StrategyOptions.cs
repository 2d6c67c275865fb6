using RgPolicy.Engine.Allot;

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

    /// <summary>A query may have a part of its pool when it is expected to live at least so long: with shorter ones
    /// parts would be late at each, and groups would change with all of them.</summary>
    public TimeSpan PartLife { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>A part that no query has stays so long: the next one makes none anew.</summary>
    public TimeSpan PartRest { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Pools and parts of pools together that there may be towards the sidecar; null where there may be no
    /// parts.</summary>
    public int? MostPools { get; init; } = PoolParts.HighestNumber;

    /// <summary>While the same pools run, differences of up to so many ways change nothing.</summary>
    public int DeadBandWays { get; init; } = 1;
}
