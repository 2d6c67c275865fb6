using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>
/// One running query. An observer hands out the same instance again while nothing but its age has changed, so that an
/// unchanged query costs one look-up.
/// </summary>
internal sealed record ObservedQuery
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

/// <summary>What earlier executions of the same fingerprint tell; null is not known.</summary>
internal sealed record HistoryFacts(
    long? Executions,
    TimeSpan? MeanElapsed,
    TimeSpan? P95Elapsed,
    TimeSpan? MeanCpu,
    long? MeanReadBytes
)
{
    /// <summary>
    /// Buffers that an execution looks at, on average. It goes into what is inferred of a plan and is
    /// no signal, so it is not recorded.
    /// </summary>
    public double? MeanBuffers { get; init; }
}

/// <summary>Who runs a query; absent text is empty. One instance per distinct session, so that it can
/// be compared by reference.</summary>
/// <param name="Login">The session's login, not a role that it set later.</param>
/// <param name="App">The application's name.</param>
/// <param name="Host">The client's address or name.</param>
/// <param name="Database">The database.</param>
/// <param name="IsSuperuser">A superuser or sysadmin: never governed unless a class names the login with
/// <c>exactly</c>.</param>
internal sealed record SessionFacts(string Login, string App, string Host, string Database, bool IsSuperuser)
{
    /// <summary>The groups and roles that the login is in, whichever leads there; null where the server
    /// does not tell.</summary>
    public ImmutableArray<string>? Groups { get; init; }

    /// <summary>Whether the login is one of a domain's, which may be in groups that no server tells of others'
    /// sessions.</summary>
    public bool IsOfADomain => Login.Contains('\\') || Login.Contains('@');

    /// <summary>A background worker of the DBMS that runs users' statements and counts as a client,
    /// without having one.</summary>
    public bool IsBackgroundWorker { get; init; }
}

/// <summary>What is known with a statement's text.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Fingerprint">The server's query id, or the hash of the normalised text.</param>
/// <param name="Text">The text, or null where it may not be read.</param>
/// <param name="IsTruncated">The server cut the text off.</param>
internal sealed record StatementFacts(StatementKind Kind, string Fingerprint, string? Text, bool IsTruncated)
{
    /// <summary>Tables that it touches; null until they are known.</summary>
    public ImmutableArray<string>? Tables { get; init; }

    /// <summary>The server's own digest of it, by which its statistics know it; null where none is told.</summary>
    public string? Digest { get; init; }

    /// <summary>It does nothing but begin, end, prepare or divide a transaction: never throttled,
    /// whatever the policy says.</summary>
    public bool IsTransactionControl { get; init; }
}
