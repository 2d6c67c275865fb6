namespace RgPolicy.Dbms.Fetching;

/// <summary>Fetches plans beside the poll, one at a time and within a budget; the poll never waits for it.</summary>
internal sealed class PlanQueue<TKey, TRequest> : IAsyncDisposable
    where TKey : struct
{
    private const int LongestQueue = 1000;
    private const int MostOfOne = LongestQueue / 4;
    private static readonly TimeSpan IdleBeforeRest = TimeSpan.FromSeconds(30);

    private readonly PlanCache<TKey> _cache;
    private readonly Func<TRequest, TKey> _keyOf;
    private readonly IPlanSource<TRequest> _source;
    private readonly FetchBudget _budget;
    private readonly TimeSpan _planLifetime;
    private readonly TimeProvider _time;
    private readonly Func<TRequest, uint>? _askerOf;
    private readonly TurnQueue<TRequest> _queue;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _work;

    /// <remarks><c>keyOf</c>: what an answer is kept by. <c>askerOf</c>: who wants a plan, where one asker must not
    /// keep others waiting; null where all are one. <c>waitOf</c>: how long an asker's next plan has to wait, while
    /// those of others go on; null where none has to.</remarks>
    public PlanQueue(
        PlanCache<TKey> cache,
        Func<TRequest, TKey> keyOf,
        IPlanSource<TRequest> source,
        FetchBudget budget,
        TimeSpan planLifetime,
        TimeProvider time,
        Func<TRequest, uint>? askerOf = null,
        Func<uint, TimeSpan>? waitOf = null
    )
    {
        _askerOf = askerOf;
        _queue = new TurnQueue<TRequest>(LongestQueue, askerOf is null ? LongestQueue : MostOfOne, time, waitOf);
        (_cache, _keyOf, _source, _budget, _planLifetime, _time) = (cache, keyOf, source, budget, planLifetime, time);
        Stopping = _stop.Token;
        _work = Task.Run(WorkAsync);
    }

    /// <summary>A plan that was not asked for in so long is not fetched: its statement has ended. Null fetches it all
    /// the same.</summary>
    public Func<TRequest, TimeSpan?> Patience { get; init; } = static _ => null;

    public CancellationToken Stopping { get; }

    /// <summary>Asks for a plan unless it is on its way.</summary>
    public bool Ask(TRequest request)
    {
        var key = _keyOf(request);
        if (!_cache.BeginAsking(key))
            return true;
        if (_queue.TryAdd(request, _askerOf?.Invoke(request) ?? 0))
            return true;
        _cache.Withdraw(key);
        return false;
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _work;
        _queue.Dispose();
        _stop.Dispose();
    }

    private async Task WorkAsync()
    {
        try
        {
            while (true)
                await FetchAsync(await NextAsync());
        }
        catch (Exception) when (_stop.IsCancellationRequested)
        {
            // The observer is being disposed. What is cut off then ends as its driver has it: MySQL's says that the
            // statement was interrupted.
        }
    }

    private async Task<TRequest> NextAsync()
    {
        while (true)
        {
            using var idle = CancellationTokenSource.CreateLinkedTokenSource(Stopping);
            using var timer = _time.CreateTimer(_ => idle.Cancel(), null, IdleBeforeRest, Timeout.InfiniteTimeSpan);
            try
            {
                return await _queue.TakeAsync(idle.Token);
            }
            catch (OperationCanceledException) when (!_stop.IsCancellationRequested)
            {
                await _source.RestAsync();
            }
        }
    }

    private async Task FetchAsync(TRequest request)
    {
        var key = _keyOf(request);
        if (HasEnded(key, request))
            return;
        await Task.Delay(_budget.Take(), _time, Stopping);
        var answer = await _source.FetchAsync(request, Stopping);
        var before = _cache.Find(key);
        _cache.Put(key, Counted(answer, before).After(before));
    }

    private bool HasEnded(TKey key, TRequest request)
    {
        if (Patience(request) is not { } patience || _cache.SinceAsked(key) < patience)
            return false;
        _cache.Withdraw(key);
        return true;
    }

    /// <summary>Counts failures in a row, and keeps the text that came with one.</summary>
    private PlanAnswer Counted(PlanAnswer answer, PlanAnswer? before) =>
        answer is { Failures: > 0, Facts.Source: var reason } && before is { Failures: > 0 and var failures }
            ? PlanAnswer.Passing(reason, _planLifetime, failures, answer.IsToldAtOnce) with
            {
                Statement = answer.Statement ?? before.Statement,
            }
            : answer;
}

/// <summary>Where plans come from. Called by one task at a time.</summary>
internal interface IPlanSource<in TRequest>
{
    /// <summary>Fetches one; a failure is an answer too.</summary>
    Task<PlanAnswer> FetchAsync(TRequest request, CancellationToken cancellationToken);

    /// <summary>Nothing was asked for a while: connections are given back.</summary>
    Task RestAsync();
}

/// <summary>A token bucket: how many plans may be fetched.</summary>
internal sealed class FetchBudget(double perSecond, int burst, TimeProvider time)
{
    private double _tokens = burst;
    private long _at = time.GetTimestamp();

    public TimeSpan Take()
    {
        var now = time.GetTimestamp();
        _tokens = Math.Min(burst, _tokens + (time.GetElapsedTime(_at, now).TotalSeconds * perSecond)) - 1;
        _at = now;
        return _tokens >= 0 ? TimeSpan.Zero : TimeSpan.FromSeconds(-_tokens / perSecond);
    }
}
