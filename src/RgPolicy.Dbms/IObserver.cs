using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms;

/// <summary>Watches one DBMS, or plays a recording of one. Calls are made one at a time by the loop.</summary>
public interface IObserver : IAsyncDisposable
{
    /// <summary>The server.</summary>
    ServerFacts Server { get; }

    /// <summary>How long the loop should wait between polls; longer when the server's own cost of a
    /// poll is too high.</summary>
    TimeSpan PollInterval { get; }

    /// <summary>Things to tell the user (a leaner query is in use, history is not available ...) while
    /// they hold, newest last.</summary>
    IReadOnlyList<string> Notes { get; }

    /// <summary>True when a recording has come to its end; a live server never ends.</summary>
    bool IsAtEnd { get; }

    /// <summary>
    /// Polls once, with a time-out of 2 s at most, and never waits for a plan.
    /// </summary>
    /// <param name="findBlocking">Also ask who blocks the backends that wait for a lock.</param>
    /// <param name="cancellationToken">Ends the poll.</param>
    /// <exception cref="ObserveException">The poll failed or timed out; the next one may succeed.</exception>
    Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken);

    /// <summary>The last poll's queries together with the plans that have arrived since; no round trip.</summary>
    Observation Refresh();

    /// <summary>Completes when a plan has arrived since the last poll or refresh.</summary>
    Task WaitForPlanAsync(CancellationToken cancellationToken);
}
