namespace RgPolicy.Dbms.Fetching;

/// <summary>Fetches plans of what runs, beside the poll and on a connection of its own.</summary>
internal abstract class RunningPlanFetcher<TKey, TRequest> : IPlanSource<TRequest>, IAsyncDisposable
    where TKey : struct
{
    private static readonly TimeSpan PauseWhenLost = TimeSpan.FromSeconds(2);

    // Longer than any pause between two polls, each of which asks for what runs.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly PlanQueue<TKey, TRequest> _queue;
    private readonly TimeProvider _time;

    protected RunningPlanFetcher(
        PlanCache<TKey> cache,
        Func<TRequest, TKey> keyOf,
        ObserverOptions options,
        TimeProvider time
    )
    {
        (Options, _time) = (options, time);
        var budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _queue = new PlanQueue<TKey, TRequest>(cache, keyOf, this, budget, options.PlanLifetime, time)
        {
            Patience = static _ => Patience,
        };
    }

    protected ObserverOptions Options { get; }

    /// <summary>Asks for a plan unless it is already on its way; callers that wait for one ask again with every
    /// poll.</summary>
    public void Ask(TRequest request) => _queue.Ask(request);

    public async Task<PlanAnswer> FetchAsync(TRequest request, CancellationToken cancellationToken)
    {
        try
        {
            return await ReadAsync(request, cancellationToken);
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is asked for.
            await RestAsync();
            if (IsLost(e))
                await Task.Delay(PauseWhenLost, _time, cancellationToken);
            return Passing($"the plan could not be fetched: {Reason(e)}");
        }
    }

    public abstract Task RestAsync();

    public async ValueTask DisposeAsync()
    {
        await _queue.DisposeAsync();
        await RestAsync();
    }

    protected abstract Task<PlanAnswer> ReadAsync(TRequest request, CancellationToken cancellationToken);

    /// <summary>After such a failure the server is left alone for a while.</summary>
    protected abstract bool IsLost(Exception failure);

    protected abstract string Reason(Exception failure);

    protected PlanAnswer Passing(string reason) => PlanAnswer.Passing(reason, Options.PlanLifetime, 0);
}
