using System.Collections.Immutable;

namespace RgPolicy.Dbms.Trials;

/// <summary>One client's session on a server on which statements are tried.</summary>
public interface ITrialSession
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
public sealed record TrialExecution(TimeSpan Elapsed, string Plan);

/// <summary>What the session that runs the statements is told; null for what the server gives by itself.</summary>
/// <param name="MaxDop">Processes of one statement, at least 1.</param>
/// <param name="GrantBytes">Memory of each sort, hash table or the like.</param>
/// <param name="GrantPercent">The most that a query is granted, percent of what the server would.</param>
public sealed record TrialSettings(int? MaxDop, long? GrantBytes, int? GrantPercent = null)
{
    /// <summary>Nothing is limited.</summary>
    public static TrialSettings None { get; } = new(null, null);
}
