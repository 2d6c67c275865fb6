namespace RgPolicy.Dbms.Trials;

/// <summary>A server on which statements are tried under settings, on sessions that may not write.</summary>
internal interface ITrialServer : IAsyncDisposable
{
    TrialFacts Facts { get; }

    /// <summary>The clients' sessions, at least one; each runs one statement at a time.</summary>
    IReadOnlyList<ITrialSession> Sessions { get; }

    /// <summary>The program that runs the workload in place of the sessions; null where they do.</summary>
    ITrialBench? Bench => null;
}

/// <summary>What is known of a server before something is tried on it.</summary>
/// <param name="Name">The connection without any secret.</param>
/// <param name="Version">The server's version in its own words.</param>
/// <param name="OtherSessions">Sessions of others at this moment, idle ones too.</param>
/// <param name="MostWorkers">Workers that all parallel plans together may have; null where a statement never has
/// any.</param>
/// <param name="IsLocal">The server is on this host.</param>
/// <param name="IsThreaded">Its sessions are threads of one process.</param>
internal sealed record TrialFacts(
    string Name,
    string Version,
    int OtherSessions,
    int? MostWorkers,
    bool IsLocal,
    bool IsThreaded = false
)
{
    public required string Kind { get; init; }
    public required ImmutableArray<long> VersionParts { get; init; }
}

/// <summary>One client's session on a server on which statements are tried.</summary>
internal interface ITrialSession
{
    /// <summary>The process or thread of the server that runs its statements; 0 where the server does not
    /// tell.</summary>
    int ProcessId { get; }

    /// <summary>Tells the session its settings; those of before are gone.</summary>
    Task SetAsync(TrialSettings settings, CancellationToken cancellationToken);

    /// <summary>Runs a statement to its last row.</summary>
    Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken);

    /// <summary>What the observer calls the fingerprint of a statement: by its text, and by the server's own id where
    /// it shows one.</summary>
    Task<ImmutableArray<string>> FingerprintsAsync(TrialStatement statement, CancellationToken cancellationToken);
}

internal sealed record TrialExecution(TimeSpan Elapsed, string Plan);

/// <summary>What the session that runs the statements is told; null for what the server gives by itself.</summary>
/// <param name="MaxDop">Processes of one statement, at least 1.</param>
/// <param name="GrantBytes">Memory of each sort, hash table or the like.</param>
/// <param name="GrantPercent">The most that a query is granted, percent of what the server would.</param>
internal sealed record TrialSettings(int? MaxDop, long? GrantBytes, int? GrantPercent = null)
{
    public static TrialSettings None { get; } = new(null, null);
}

/// <summary>A program that runs a workload with all its clients, such as pgbench.</summary>
internal interface ITrialBench
{
    Task<ImmutableArray<string>> FingerprintsAsync(TrialStatement script, CancellationToken cancellationToken);

    /// <summary>Starts the program; its clients are connected and wait.</summary>
    /// <exception cref="TrialException">It cannot be started, or the server refuses.</exception>
    Task<ITrialClients> StartAsync(TrialSettings settings, CancellationToken cancellationToken);
}

/// <summary>Clients of a program that wait to run a workload; disposing ends what still runs.</summary>
internal interface ITrialClients : IAsyncDisposable
{
    ImmutableArray<int> ProcessIds { get; }

    /// <summary>Lets them run the workload to its end.</summary>
    /// <exception cref="TrialException">A statement failed, or the server is gone.</exception>
    Task<ImmutableArray<(TrialStatement Statement, TrialExecution Execution)>> RunAsync(
        CancellationToken cancellationToken
    );
}

/// <summary>A statement could not be run, or the server is gone.</summary>
internal sealed class TrialException : Exception
{
    public TrialException(string message, bool isOver, Exception? cause)
        : base(message, cause) => IsOver = isOver;

    public bool IsOver { get; }
}
