namespace RgPolicy.Dbms;

internal abstract record ObserverOptions
{
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromMilliseconds(100);
    public PlanReaderOptions PlanReader { get; init; } = new();
    public bool FetchPlans { get; init; } = true;

    /// <summary>Plans fetched per second, at most, over a longer time.</summary>
    public double PlansPerSecond { get; init; } = 10;

    /// <summary>Plans fetched at once, at most.</summary>
    public int PlanBurst { get; init; } = 40;

    /// <summary>Plans kept, at most; the least recently used go first.</summary>
    public int CachedPlans { get; init; } = 20_000;

    /// <summary>A plan that is older is read again when its statement runs, and one that failed is asked for
    /// again.</summary>
    public TimeSpan PlanLifetime { get; init; } = TimeSpan.FromMinutes(10);
}
