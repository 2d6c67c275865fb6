using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms;

/// <summary>Watches one DBMS, or plays a recording of one. Calls are made one at a time by the loop.</summary>
internal interface IObserver : IAsyncDisposable
{
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
    /// <exception cref="ObserveException">The poll failed or timed out; the next one may succeed.</exception>
    Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken);

    /// <summary>The last poll's queries together with the plans that have arrived since; no round trip.</summary>
    Observation Refresh();

    Task WaitForPlanAsync(CancellationToken cancellationToken);
}

/// <summary>An observer that also reads what a DBMS tells of its own resources, beside the polls.</summary>
internal interface IResourceObserver
{
    /// <summary>The last reading; null before the first one, and while none succeeds.</summary>
    ServerResources? Resources { get; }
}

/// <summary>An observer that knows what its own sessions cost the DBMS.</summary>
internal interface IServerCost
{
    /// <summary>Processor time of all its sessions since it began, by their processes or as the DBMS counts it; null
    /// where neither can be read.</summary>
    TimeSpan? ServerCpu { get; }
}

/// <summary>An observer that can look at a few backends again for much less than a poll costs the server.</summary>
internal interface IStatementWatch
{
    /// <summary>
    /// Whether any of these backends no longer runs the statement that the last poll saw; false when
    /// that cannot be told. Nothing else is read, and what was handed out stays as it is: the next poll
    /// says what they run now.
    /// </summary>
    Task<bool> HaveMovedOnAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken);
}

/// <summary>A DBMS that can end one query without ending its session.</summary>
internal interface IQueryCanceller
{
    /// <summary>Asks the server to cancel a query; whatever else its backend runs by then is left alone.</summary>
    Task<string?> CancelAsync(ObservedQuery query, CancellationToken cancellationToken);
}
