using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql;

/// <summary>How a MySQL or MariaDB is observed.</summary>
public sealed record MySqlObserverOptions
{
    /// <summary>The wish for the time between two polls.</summary>
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>What plans are judged by.</summary>
    public PlanReaderOptions PlanReader { get; init; } = new();

    /// <summary>Plans asked for per second, at most, over a longer time.</summary>
    public double PlansPerSecond { get; init; } = 10;

    /// <summary>Plans asked for at once, at most.</summary>
    public int PlanBurst { get; init; } = 40;

    /// <summary>Plans kept, at most; the least recently used go first.</summary>
    public int CachedPlans { get; init; } = 20_000;

    /// <summary>A plan that is older is asked for again when its statement runs: the same text with other values may
    /// have another.</summary>
    public TimeSpan PlanLifetime { get; init; } = TimeSpan.FromMinutes(1);
}
