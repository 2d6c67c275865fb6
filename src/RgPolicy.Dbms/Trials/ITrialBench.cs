using System.Collections.Immutable;

namespace RgPolicy.Dbms.Trials;

/// <summary>A program that runs a workload with all its clients, such as pgbench.</summary>
public interface ITrialBench
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
public interface ITrialClients : IAsyncDisposable
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
