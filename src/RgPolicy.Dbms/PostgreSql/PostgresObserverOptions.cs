using RgPolicy.Dbms.Starting;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>How a PostgreSQL server is observed.</summary>
public sealed record PostgresObserverOptions : ObserverOptions
{
    /// <summary>More plans a second are fetched than elsewhere, and fewer kept.</summary>
    public PostgresObserverOptions() => (PlansPerSecond, CachedPlans) = (20, 5000);

    /// <summary>Told how the start goes on, or null.</summary>
    public IStartReport? StartReport { get; init; }

    /// <summary>Rules may cancel queries: it is said where the role may not.</summary>
    public bool MayCancel { get; init; }

    /// <summary>Plans asked for of statements that are counted, at most: of those that took longest together.</summary>
    public int CountedPlans { get; init; } = 300;
}
