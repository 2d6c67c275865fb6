namespace RgPolicy.Engine.Observe;

/// <summary>What was seen of one DBMS at one moment.</summary>
/// <param name="Time">The DBMS's clock at that moment, without its jumps; ages are measured against it.</param>
/// <param name="Queries">Running queries of client backends, in the order of their process ids.</param>
internal sealed record Observation(DateTimeOffset Time, ImmutableArray<ObservedQuery> Queries)
{
    /// <summary>How far the DBMS's clock has jumped ahead of <see cref="Time"/> since it is observed; negative when it
    /// was set back.</summary>
    public TimeSpan ClockShift { get; init; }

    /// <summary>What the DBMS's clock shows; what a policy says of the time of day goes by it.</summary>
    public DateTimeOffset ClockTime => Time + ClockShift;

    /// <summary>
    /// By process id, how many backends wait for a lock that it holds; null when it was not asked or the
    /// answer is not known.
    /// </summary>
    public IReadOnlyDictionary<int, int>? Blocking { get; init; }

    /// <summary>
    /// Which processes wait for which, where <see cref="Blocking"/> was asked for: every process of the server that
    /// waits for a lock, of whatever kind. Null where that is not known; then every blocker counts.
    /// </summary>
    public ImmutableArray<LockWait>? LockWaits { get; init; }

    /// <summary>A process that runs none of <see cref="Queries"/> waits for a lock: autovacuum, a
    /// replica's apply, a worker.</summary>
    public bool OthersWaitForLocks { get; init; }

    /// <summary>
    /// Process ids of client backends that are idle but worked within the last 3 s: too short to be met
    /// at a poll. Null when that is not known.
    /// </summary>
    public ImmutableArray<int>? RecentlyIdle { get; init; }

    /// <summary>What each of <see cref="Queries"/> has used so far, in the same order; empty where the observer does
    /// not measure it.</summary>
    public ImmutableArray<RequestFigures> Figures { get; init; } = [];

    /// <summary>Measured pressure of the host, percent; null where the host does not tell.</summary>
    public HostPressure? Pressure { get; init; }

    /// <summary>What a policy test gives in place of measured signals; null for what was seen of a server.</summary>
    internal GivenSignals? Given { get; init; }

    /// <summary>What a query of this observation has used so far, or null where that is not measured.</summary>
    public RequestFigures? FiguresOf(ObservedQuery query)
    {
        var (low, high) = (0, Math.Min(Figures.Length, Queries.Length) - 1);
        while (low <= high)
        {
            var middle = low + ((high - low) / 2);
            var found = Queries[middle].ProcessId;
            if (found == query.ProcessId)
                return Figures[middle];

            (low, high) = found < query.ProcessId ? (middle + 1, high) : (low, middle - 1);
        }

        return null;
    }
}

/// <summary>Pressure stall information of the whole host: some, average of 10 s, percent; null is not known.</summary>
internal sealed record HostPressure(double? Cpu, double? Io, double? Memory)
{
    /// <summary>How the processors were used over about the last second; null is not known.</summary>
    public HostProcessors? Processors { get; init; }
}

/// <summary>The processors on which the server may run.</summary>
/// <param name="Online">How many there are.</param>
/// <param name="Idle">How many of them were idle.</param>
/// <param name="Foreign">How many of them programs outside the server used.</param>
internal sealed record HostProcessors(int Online, double Idle, double Foreign);

/// <summary>One process that waits for a lock of another.</summary>
/// <param name="Waiter">The process that waits: a backend, the leader of a waiting parallel worker, or any other
/// process of the server.</param>
/// <param name="Blocker">The backend that it waits for.</param>
/// <param name="IsAdvisory">The lock means nothing to the server: any session may take it or wait for it.</param>
internal readonly record struct LockWait(int Waiter, int Blocker, bool IsAdvisory);
