using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>Fetches plans beside the poll on a connection of its own.</summary>
internal sealed class SqlServerPlanFetcher : IPlanSource<SqlServerPlanRequest>, IAsyncDisposable
{
    private static readonly TimeSpan PauseWhenLost = TimeSpan.FromSeconds(2);

    // Longer than any pause between two polls, each of which asks for what runs.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly OwnLink _link;
    private readonly PlanReading _reading;
    private readonly SqlServerObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly PlanQueue<RequestKey, SqlServerPlanRequest> _queue;

    /// <summary>Starts the fetcher.</summary>
    public SqlServerPlanFetcher(
        PlanCache<RequestKey> cache,
        OwnLink link,
        SqlServerObserverOptions options,
        TimeProvider time
    )
    {
        (_link, _options, _time) = (link, options, time);
        _reading = new PlanReading(options);
        var budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _queue = new PlanQueue<RequestKey, SqlServerPlanRequest>(
            cache,
            request => request.Key,
            this,
            budget,
            options.PlanLifetime,
            time
        )
        {
            Patience = static _ => Patience,
        };
    }

    /// <summary>Asks for a plan unless it is already on its way; callers that wait for one ask again with every
    /// poll.</summary>
    /// <returns>False when the queue is full: ask again later.</returns>
    public bool Ask(SqlServerPlanRequest request) => _queue.Ask(request);

    /// <summary>Reads a plan of no server, so that code has run that the first plan that counts would
    /// wait for.</summary>
    public void WarmUp() => PlanReader.Read(WarmUpPlan.Document, _options.PlanReader);

    /// <inheritdoc />
    public async Task<PlanAnswer> FetchAsync(SqlServerPlanRequest request, CancellationToken cancellationToken)
    {
        try
        {
            return await _reading.ReadAsync(await _link.OpenAsync(cancellationToken), request, cancellationToken);
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is fetched.
            await _link.CloseAsync();
            if (e is not ConfigureException { IsLost: false })
                await Task.Delay(PauseWhenLost, _time, cancellationToken);
            return PlanAnswer.Passing(
                $"the plan could not be fetched: {SqlServerError.Reason(e)}",
                _options.PlanLifetime,
                0
            );
        }
    }

    /// <inheritdoc />
    public Task RestAsync() => _link.CloseAsync();

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _queue.DisposeAsync();
        await _link.DisposeAsync();
    }
}
