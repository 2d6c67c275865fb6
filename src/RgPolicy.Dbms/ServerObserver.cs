namespace RgPolicy.Dbms;

/// <summary>Watches a live server: what polls, failures and cancelling have in common.</summary>
internal abstract class ServerObserver : IObserver, IQueryCanceller, IServerCost
{
    private readonly TimeSpan _pollLimit;

    private protected ServerObserver(ServerFacts server, TimeSpan pollLimit) =>
        (Server, _pollLimit) = (server, pollLimit);

    /// <inheritdoc />
    public ServerFacts Server { get; }

    /// <inheritdoc />
    public abstract TimeSpan PollInterval { get; }

    /// <inheritdoc />
    public IReadOnlyList<string> Notes => Noted.All;

    /// <inheritdoc />
    public bool IsAtEnd => false;

    /// <inheritdoc />
    public abstract TimeSpan? ServerCpu { get; }

    /// <summary>Where notes are kept.</summary>
    private protected ObserverNotes Noted { get; } = new();

    /// <summary>What was told last.</summary>
    private protected Observation Last { get; private set; } = new(DateTimeOffset.UnixEpoch, []);

    /// <inheritdoc />
    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            timeout.CancelAfter(_pollLimit);
            await ReadAsync(findBlocking, timeout.Token);
            return Refresh();
        }
        catch (Exception e) when (e is ObserveException || IsExpected(e))
        {
            await DropAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw e as ObserveException ?? Polling(e, timeout.IsCancellationRequested);
        }
    }

    /// <inheritdoc />
    public Observation Refresh() => Last = Observe();

    /// <inheritdoc />
    public abstract Task WaitForPlanAsync(CancellationToken cancellationToken);

    /// <inheritdoc />
    public async Task<string?> CancelAsync(ObservedQuery query, CancellationToken cancellationToken)
    {
        try
        {
            return await EndAsync(query, cancellationToken);
        }
        catch (Exception e) when (IsExpected(e))
        {
            if (IsLost(e))
                await DropAsync();
            cancellationToken.ThrowIfCancellationRequested();
            return Reason(e);
        }
    }

    /// <inheritdoc />
    public abstract ValueTask DisposeAsync();

    /// <summary>Asks the server and takes in its answers.</summary>
    private protected abstract Task ReadAsync(bool findBlocking, CancellationToken cancellationToken);

    /// <summary>What is known now; asks nothing.</summary>
    private protected abstract Observation Observe();

    /// <summary>Ends a query at the server; null, or why it was not ended.</summary>
    private protected abstract Task<string?> EndAsync(ObservedQuery query, CancellationToken cancellationToken);

    /// <summary>Ends the poll's session.</summary>
    private protected abstract Task DropAsync();

    /// <summary>What servers and networks do; all else is a mistake of this program.</summary>
    private protected abstract bool IsExpected(Exception failure);

    /// <summary>After such a failure the session is of no use.</summary>
    private protected virtual bool IsLost(Exception failure) => true;

    /// <summary>A failure of a poll in words for people.</summary>
    private protected abstract ObserveException Polling(Exception failure, bool isLate);

    /// <summary>A failure to end a query in words for people.</summary>
    private protected abstract string Reason(Exception failure);
}
