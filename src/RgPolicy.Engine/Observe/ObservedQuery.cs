using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>
/// One running query. An observer hands out the same instance again while nothing but its age has changed, so that an
/// unchanged query costs one look-up.
/// </summary>
public sealed record ObservedQuery
{
    /// <summary>The backend's process id on the DBMS's host.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When the query started, on the DBMS's clock; with the process id it names the query.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The session that runs it.</summary>
    public required SessionFacts Session { get; init; }

    /// <summary>The number of its session's workload group; 0 where the DBMS has none.</summary>
    public int Group { get; init; }

    /// <summary>The statement, or null until its text has been read.</summary>
    public StatementFacts? Statement { get; init; }

    /// <summary>The plan.</summary>
    public PlanFacts Plan { get; init; } = PlanFacts.Pending;

    /// <summary>Earlier executions; null where there is no source of history.</summary>
    public HistoryFacts? History { get; init; }

    /// <summary>Parallel workers of this query, by process id.</summary>
    public ImmutableArray<int> Workers { get; init; } = [];

    /// <summary>True while the backend waits for a heavyweight lock.</summary>
    public bool WaitsForLock { get; init; }

    /// <summary>It is a statement of a transaction that was open before it began and that has written: locks are held
    /// until it ends. Never true of one that loads a table or builds an index by its text.</summary>
    public bool HasWritten { get; init; }

    /// <summary>
    /// It commits, or it holds or waits for a lightweight lock that others need too, as far as what it
    /// or a worker of its waits for shows that. What loads a table or builds an index writes the log for most of its
    /// life: that alone does not count.
    /// </summary>
    public bool IsInCriticalSection { get; init; }

    /// <summary>The work that it is at, where the server tells that; null where it does not.</summary>
    public PlanShape? Phase { get; init; }

    /// <summary>Why this query is never governed (RgPolicy's own connection, replication ...), or null.</summary>
    public string? Exemption { get; init; }

    /// <summary>It is a backend of RgPolicy's own that plans with much work: it has the lowest weight, whatever the
    /// policy says.</summary>
    public bool IsOwnPlanning { get; init; }

    /// <summary>The exemption goes by what the session says of itself, so it lasts for a share of a processor
    /// only.</summary>
    public bool IsExemptionClaimed { get; init; }

    /// <summary>The name of this query in status, recordings and <c>why</c>: process id and start in
    /// microseconds.</summary>
    public string Id =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{ProcessId}-{(Started.UtcTicks - DateTimeOffset.UnixEpoch.Ticks) / 10}"
        );
}
