using System.Threading.Channels;
using Npgsql;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Fetches plans beside the poll, one at a time and within a budget; the poll never waits for it.</summary>
internal sealed class PlanFetcher : IAsyncDisposable
{
    private const int LongestQueue = 1000;
    private static readonly TimeSpan IdleBeforeClosing = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan PauseWithoutConnections = TimeSpan.FromSeconds(30);

    // Of the catalog alone, and with most of what plans are made of.
    private const string Rehearsal =
        """
        SELECT n.nspname, count(*), sum(c.relpages)
          FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relname LIKE 'pg%' GROUP BY n.nspname ORDER BY 2 DESC
        """;

    private readonly PlanBook<StatementKey> _book;
    private readonly ShownPlans? _shown;
    private readonly Explainer _explainer;
    private readonly ExplainSessions _sessions;
    private readonly FetchBudget _budget;
    private readonly PostgresObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly Channel<PlanRequest> _queue = Channel.CreateBounded<PlanRequest>(
        new BoundedChannelOptions(LongestQueue) { SingleReader = true, FullMode = BoundedChannelFullMode.Wait });

    private readonly CancellationTokenSource _stop = new();
    private readonly SemaphoreSlim _gate = new(1);
    private readonly Task _work;
    private long? _pausedAt;

    /// <summary>Starts it.</summary>
    public PlanFetcher(
        PlanBook<StatementKey> book, ShownPlans? shown, Explainer explainer, ExplainSessions sessions, PostgresObserverOptions options, TimeProvider time)
    {
        (_book, _shown, _explainer, _sessions, _options, _time) = (book, shown, explainer, sessions, options, time);
        _budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _work = Task.Run(WorkAsync);
    }

    /// <summary>Asks for a plan unless it is on its way.</summary>
    /// <returns>False when the queue is full: ask again later.</returns>
    public bool Ask(PlanRequest request)
    {
        if (!_book.BeginAsking(request.Key)) return true;
        if (_queue.Writer.TryWrite(request)) return true;
        _book.Withdraw(request.Key);
        return false;
    }

    /// <summary>
    /// Fetches a plan that nobody needs, so that the first that counts waits neither for a connection nor for code that has
    /// never run. A failure is left to the first plan that counts.
    /// </summary>
    public Task RehearseAsync(string database) =>
        WithSessionsAsync(() => AnswerAsync(new PlanRequest(default, database, 0, 0, default, StatementKind.Select, Rehearsal)));

    /// <summary>Gives up its connections for a while, because the server has none left.</summary>
    public async Task GiveUpConnectionsAsync()
    {
        await _gate.WaitAsync();
        try
        {
            await _sessions.CloseAllAsync();
            _pausedAt = _time.GetTimestamp();
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        _queue.Writer.TryComplete();
        await _stop.CancelAsync();
        await _work;
        await _sessions.DisposeAsync();
        _stop.Dispose();
        _gate.Dispose();
    }

    private async Task WorkAsync()
    {
        try
        {
            while (await HasWorkAsync())
                while (_queue.Reader.TryRead(out var request)) await FetchAsync(request);
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // The observer is being disposed.
        }
    }

    private async Task<bool> HasWorkAsync()
    {
        while (true)
        {
            using var idle = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
            using var timer = _time.CreateTimer(_ => idle.Cancel(), null, IdleBeforeClosing, Timeout.InfiniteTimeSpan);
            try
            {
                return await _queue.Reader.WaitToReadAsync(idle.Token);
            }
            catch (OperationCanceledException) when (!_stop.IsCancellationRequested)
            {
                await WithSessionsAsync(async () =>
                {
                    await _sessions.CloseAllAsync();
                    return true;
                });
            }
        }
    }

    private async Task FetchAsync(PlanRequest request)
    {
        await Task.Delay(_budget.Take(), _time, _stop.Token);
        if (_pausedAt is { } pausedAt && PauseWithoutConnections - _time.GetElapsedTime(pausedAt) is var left && left > TimeSpan.Zero)
            await Task.Delay(left, _time, _stop.Token);
        _pausedAt = null;
        var answer = await WithSessionsAsync(() => AnswerAsync(request));
        _book.Put(request.Key, Counted(answer, _book.Find(request.Key)));
    }

    /// <summary>Counts failures in a row.</summary>
    private PlanAnswer Counted(PlanAnswer answer, PlanAnswer? before) =>
        answer is { Failures: > 0, Facts.Source: var reason } && before is { Failures: > 0 and var failures }
            ? PlanAnswer.Passing(reason, _options.PlanLifetime, failures)
            : answer;

    private async Task<T> WithSessionsAsync<T>(Func<Task<T>> use)
    {
        await _gate.WaitAsync(_stop.Token);
        try
        {
            return await use();
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task<PlanAnswer> AnswerAsync(PlanRequest request)
    {
        ExplainSession? session = null;
        try
        {
            if (_shown is not null)
            {
                session = await _sessions.GetAsync(_shown.Database, _stop.Token);
                if (await _shown.AnswerAsync(session, request, _stop.Token) is { } answer) return answer;
            }

            session = await _sessions.GetAsync(request.Database, _stop.Token);
            return await _explainer.ExplainAsync(session, request, _stop.Token);
        }
        catch (Exception e) when (!_stop.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is fetched.
            if (session is not null) await _sessions.CloseAsync(session);
            if (e is PostgresException { SqlState: PostgresErrorCodes.TooManyConnections }) _pausedAt = _time.GetTimestamp();
            return PlanAnswer.Passing($"the plan could not be fetched: {PostgresError.Reason(e)}", _options.PlanLifetime, 0);
        }
    }
}
