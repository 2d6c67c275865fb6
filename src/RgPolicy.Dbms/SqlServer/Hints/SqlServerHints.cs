using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>Keeps hints in the Query Stores of a server, beside the loop, on a connection of its own.</summary>
internal sealed class SqlServerHints : IStatementHints
{
    private const int MostNews = 1000;

    // A connection that was lost meanwhile shows only now, the server's and a database's one after the other: each
    // attempt makes another.
    private const int LastAttempts = 3;

    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ReviewInterval = TimeSpan.FromMinutes(1);

    private readonly HintSetter _setter;
    private readonly HintStore _store;
    private readonly TimeProvider _time;
    private readonly ConcurrentQueue<string> _news = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _work;
    private IReadOnlyList<HintRequest>? _requests = [];
    private string? _lastFailure;
    private bool _isLost;

    /// <summary>Starts; what an earlier run has left is cleared first.</summary>
    public SqlServerHints(OwnLink link, HintJournal journal, TimeProvider time)
    {
        _time = time;
        _store = new HintStore(link);
        _setter = new HintSetter(_store, journal, time, Tell);
        if (journal.Damage is { } damage)
            Tell(damage);
        _work = Task.Run(WorkAsync);
    }

    public void Take(IReadOnlyList<HintRequest>? requests) => Volatile.Write(ref _requests, requests);

    public IReadOnlyList<string> TakeNews()
    {
        var news = new List<string>();
        while (_news.TryDequeue(out var one))
            news.Add(one);
        return news;
    }

    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        await _stop.CancelAsync();
        await _work.WaitAsync(cancellationToken);
        for (var attempt = 0; attempt < LastAttempts && !await TryAsync(ClearAsync); attempt++)
        {
            if (cancellationToken.IsCancellationRequested)
                return;
        }

        Task ClearAsync() => _setter.ClearAllAsync("the service ends", cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _work;
        await _store.CloseAsync();
        _stop.Dispose();
    }

    private async Task WorkAsync()
    {
        try
        {
            // A database that is gone does not hold up the others.
            while (
                !await TryAsync(() => _setter.ClearAllAsync("it was left by an earlier run", _stop.Token)) && _isLost
            )
                await RestAsync();
            for (var reviewed = _time.GetTimestamp(); ; await RestAsync())
            {
                await TryAsync(CarryOutAsync);
                if (_time.GetElapsedTime(reviewed) < ReviewInterval)
                    continue;
                reviewed = _time.GetTimestamp();
                await TryAsync(() => _setter.ReviewAsync(_stop.Token));
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // It is being ended.
        }
    }

    private async Task CarryOutAsync()
    {
        if (Volatile.Read(ref _requests) is not { } requests)
        {
            await _setter.ClearAllAsync("the service is paused", _stop.Token);
            return;
        }

        await _setter.CarryOutAsync(requests, _stop.Token);
    }

    private Task RestAsync() => Task.Delay(Turn, _time, _stop.Token);

    private async Task<bool> TryAsync(Func<Task> work)
    {
        try
        {
            await work();
            _lastFailure = null;
            return true;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // Whatever it is: the work goes on, or hints would stay as they are for ever.
            _isLost = e is not ConfigureException { IsLost: false };
            if (_isLost)
                await _store.CloseAsync();
            var reason = SqlServerError.Reason(e);
            if (!string.Equals(_lastFailure, reason, StringComparison.Ordinal))
                Tell($"hints wait: {reason}");
            _lastFailure = reason;
            return false;
        }
    }

    private void Tell(string news)
    {
        if (_news.Count < MostNews)
            _news.Enqueue(news);
    }
}
