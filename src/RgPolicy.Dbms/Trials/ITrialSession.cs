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
