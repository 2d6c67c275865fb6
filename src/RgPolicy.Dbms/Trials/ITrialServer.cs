namespace RgPolicy.Dbms.Trials;

/// <summary>A server on which statements are tried under settings, on sessions that may not write.</summary>
internal interface ITrialServer : IAsyncDisposable
{
    /// <summary>What is known of it.</summary>
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
    /// <summary><c>postgresql</c>, <c>sqlserver</c>, <c>mariadb</c> or <c>mysql</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The version as numbers.</summary>
    public required ImmutableArray<long> VersionParts { get; init; }
}

/// <summary>One client's session on a server on which statements are tried.</summary>
internal interface ITrialSession
{
    /// <summary>The process or thread of the server that runs its statements; 0 where the server does not
    /// tell.</summary>
    int ProcessId { get; }

    /// <summary>Tells the session its settings; those of before are gone.</summary>
    /// <param name="settings">What to tell.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="TrialException">The server refused.</exception>
    Task SetAsync(TrialSettings settings, CancellationToken cancellationToken);

    /// <summary>Runs a statement to its last row.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="cancellationToken">Cancels it on the server.</param>
    /// <exception cref="TrialException">It failed, or the server is gone.</exception>
    Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken);

    /// <summary>What the observer calls the fingerprint of a statement: by its text, and by the server's own id where
    /// it shows one.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    Task<ImmutableArray<string>> FingerprintsAsync(TrialStatement statement, CancellationToken cancellationToken);
}

/// <summary>One execution.</summary>
/// <param name="Elapsed">From sending to the last row.</param>
/// <param name="Plan">A hash of the plan that the server has for it under the settings.</param>
internal sealed record TrialExecution(TimeSpan Elapsed, string Plan);

/// <summary>What the session that runs the statements is told; null for what the server gives by itself.</summary>
/// <param name="MaxDop">Processes of one statement, at least 1.</param>
/// <param name="GrantBytes">Memory of each sort, hash table or the like.</param>
/// <param name="GrantPercent">The most that a query is granted, percent of what the server would.</param>
internal sealed record TrialSettings(int? MaxDop, long? GrantBytes, int? GrantPercent = null)
{
    /// <summary>Nothing is limited.</summary>
    public static TrialSettings None { get; } = new(null, null);
}

/// <summary>A program that runs a workload with all its clients, such as pgbench.</summary>
internal interface ITrialBench
{
    /// <summary>What the observer calls the fingerprints of what a script sends.</summary>
    /// <param name="script">The script.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    Task<ImmutableArray<string>> FingerprintsAsync(TrialStatement script, CancellationToken cancellationToken);

    /// <summary>Starts the program; its clients are connected and wait.</summary>
    /// <param name="settings">What their sessions are told.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="TrialException">It cannot be started, or the server refuses.</exception>
    Task<ITrialClients> StartAsync(TrialSettings settings, CancellationToken cancellationToken);
}

/// <summary>Clients of a program that wait to run a workload; disposing ends what still runs.</summary>
internal interface ITrialClients : IAsyncDisposable
{
    /// <summary>The processes of the server that serve them.</summary>
    ImmutableArray<int> ProcessIds { get; }

    /// <summary>Lets them run the workload to its end.</summary>
    /// <param name="cancellationToken">Ends the program and what it runs on the server.</param>
    /// <returns>Of each script the mean of its transactions.</returns>
    /// <exception cref="TrialException">A statement failed, or the server is gone.</exception>
    Task<ImmutableArray<(TrialStatement Statement, TrialExecution Execution)>> RunAsync(
        CancellationToken cancellationToken
    );
}

/// <summary>A statement could not be run, or the server is gone.</summary>
internal sealed class TrialException : Exception
{
    /// <summary>What went wrong, and its cause.</summary>
    /// <param name="message">Why, in a sentence for the user.</param>
    /// <param name="isOver">True when nothing more can be tried on this connection.</param>
    /// <param name="cause">What the driver said.</param>
    public TrialException(string message, bool isOver, Exception? cause)
        : base(message, cause) => IsOver = isOver;

    /// <summary>Nothing more can be tried on this connection.</summary>
    public bool IsOver { get; }
}
