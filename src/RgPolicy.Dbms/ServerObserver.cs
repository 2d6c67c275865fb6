namespace RgPolicy.Dbms;

/// <summary>Watches a live server: what polls, failures and cancelling have in common.</summary>
internal abstract class ServerObserver : IObserver, IQueryCanceller, IServerCost
{
    private readonly TimeSpan _pollLimit;

    private protected ServerObserver(ServerFacts server, TimeSpan pollLimit) =>
        (Server, _pollLimit) = (server, pollLimit);

    public ServerFacts Server { get; }
    public abstract TimeSpan PollInterval { get; }

    public IReadOnlyList<string> Notes => Noted.All;

    public bool IsAtEnd => false;

    public abstract TimeSpan? ServerCpu { get; }
    private protected ObserverNotes Noted { get; } = new();
    private protected Observation Last { get; private set; } = new(DateTimeOffset.UnixEpoch, []);

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

    public Observation Refresh() => Last = Observe();

    public abstract Task WaitForPlanAsync(CancellationToken cancellationToken);

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

    public abstract ValueTask DisposeAsync();

    private protected abstract Task ReadAsync(bool findBlocking, CancellationToken cancellationToken);

    /// <summary>What is known now; asks nothing.</summary>
    private protected abstract Observation Observe();

    /// <summary>Ends a query at the server; null, or why it was not ended.</summary>
    private protected abstract Task<string?> EndAsync(ObservedQuery query, CancellationToken cancellationToken);

    private protected abstract Task DropAsync();

    /// <summary>What servers and networks do; all else is a mistake of this program.</summary>
    private protected abstract bool IsExpected(Exception failure);

    private protected virtual bool IsLost(Exception failure) => true;

    private protected abstract ObserveException Polling(Exception failure, bool isLate);

    private protected abstract string Reason(Exception failure);
}
