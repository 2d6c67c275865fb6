using System.Threading.Channels;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>Fetches plans beside the poll on a connection of its own, one at a time and within a budget; the poll never waits for it.</summary>
internal sealed class PlanFetcher : IAsyncDisposable
{
    private const int LongestQueue = 1000;
    private static readonly TimeSpan PauseWhenLost = TimeSpan.FromSeconds(2);

    private readonly PlanBook<RequestKey> _book;
    private readonly OwnLink _link;
    private readonly PlanReading _reading;
    private readonly FetchBudget _budget;
    private readonly SqlServerObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly Channel<PlanRequest> _queue = Channel.CreateBounded<PlanRequest>(
        new BoundedChannelOptions(LongestQueue) { SingleReader = true, FullMode = BoundedChannelFullMode.Wait });

    private readonly CancellationTokenSource _stop = new();
    private readonly Task _work;

    /// <summary>Starts it.</summary>
    public PlanFetcher(PlanBook<RequestKey> book, OwnLink link, SqlServerObserverOptions options, TimeProvider time)
    {
        (_book, _link, _options, _time) = (book, link, options, time);
        _reading = new PlanReading(options);
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

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        _queue.Writer.TryComplete();
        await _stop.CancelAsync();
        await _work;
        await _link.DisposeAsync();
        _stop.Dispose();
    }

    private async Task WorkAsync()
    {
        try
        {
            await foreach (var request in _queue.Reader.ReadAllAsync(_stop.Token))
            {
                await Task.Delay(_budget.Take(), _time, _stop.Token);
                _book.Put(request.Key, Counted(await AnswerAsync(request), _book.Find(request.Key)));
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // The observer is being disposed.
        }
    }

    private async Task<PlanAnswer> AnswerAsync(PlanRequest request)
    {
        try
        {
            return await _reading.ReadAsync(await _link.OpenAsync(_stop.Token), request, _stop.Token);
        }
        catch (Exception e) when (!_stop.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is fetched.
            await _link.CloseAsync();
            if (e is not ConfigureException { IsLost: false }) await Task.Delay(PauseWhenLost, _time, _stop.Token);
            return PlanAnswer.Passing($"the plan could not be fetched: {SqlServerError.Reason(e)}", _options.PlanLifetime, 0);
        }
    }

    /// <summary>Counts failures in a row, and keeps the text that came with one.</summary>
    private PlanAnswer Counted(PlanAnswer answer, PlanAnswer? before) =>
        answer is { Failures: > 0, Facts.Source: var reason } && before is { Failures: > 0 and var failures }
            ? PlanAnswer.Passing(reason, _options.PlanLifetime, failures) with { Statement = answer.Statement ?? before.Statement }
            : answer;
}
