namespace RgPolicy.Engine.CorePools;

/// <summary>The patience of masks on CPUs.</summary>
public sealed record CorePoolOptions
{
    /// <summary>A mask becomes narrower only after what runs has asked for it so long; wider at once.</summary>
    public TimeSpan Dwell { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Requests that end per second in a pool above which some of them are too short to be seen: they
    /// would be narrowed with the others, so the pool stays wide.
    /// </summary>
    public double MostEndedPerSecond { get; init; } = 10;
}
