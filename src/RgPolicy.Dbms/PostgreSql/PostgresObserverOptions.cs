using RgPolicy.Dbms.Starting;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>How a PostgreSQL server is observed.</summary>
public sealed record PostgresObserverOptions
{
    /// <summary>The wish for the time between two polls.</summary>
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>What plans are judged by.</summary>
    public PlanReaderOptions PlanReader { get; init; } = new();

    /// <summary>Told how the start goes on, or null.</summary>
    public IStartReport? StartReport { get; init; }

    /// <summary>False never asks for a plan.</summary>
    public bool FetchPlans { get; init; } = true;

    /// <summary>Rules may cancel queries: it is said where the role may not.</summary>
    public bool MayCancel { get; init; }

    /// <summary>Plans fetched per second, at most, over a longer time.</summary>
    public double PlansPerSecond { get; init; } = 20;

    /// <summary>Plans fetched at once, at most.</summary>
    public int PlanBurst { get; init; } = 40;

    /// <summary>Plans asked for of statements that are counted, at most: of those that took longest together.</summary>
    public int CountedPlans { get; init; } = 300;

    /// <summary>Plans kept, at most; the least recently used go first.</summary>
    public int CachedPlans { get; init; } = 5000;

    /// <summary>A plan is read again when it is older and its query runs.</summary>
    public TimeSpan PlanLifetime { get; init; } = TimeSpan.FromMinutes(10);
}
