using MySqlConnector;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>Asks for plans beside the poll, on a connection of its own.</summary>
internal sealed class MySqlPlanFetcher : IPlanSource<MySqlPlanRequest>, IAsyncDisposable
{
    private const string Source = "show explain";
    private const int NoPlanNow = 1933;
    private const int NoSuchSession = 1094;
    private const int TooLate = 1969;

    // Longer than any pause between two polls, each of which asks for what runs.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan PauseWhenLost = TimeSpan.FromSeconds(2);

    private readonly MySqlConnectionOptions _connection;
    private readonly OwnBackends _own;
    private readonly MySqlObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly PlanQueue<MySqlPlanKey, MySqlPlanRequest> _queue;
    private MySqlLink? _link;

    /// <summary>Starts the fetcher.</summary>
    public MySqlPlanFetcher(
        PlanCache<MySqlPlanKey> cache,
        MySqlConnectionOptions connection,
        OwnBackends own,
        MySqlObserverOptions options,
        TimeProvider time
    )
    {
        (_connection, _own, _options, _time) = (connection, own, options, time);
        var budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _queue = new PlanQueue<MySqlPlanKey, MySqlPlanRequest>(
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
    public void Ask(MySqlPlanRequest request) => _queue.Ask(request);

    /// <inheritdoc />
    public async Task<PlanAnswer> FetchAsync(MySqlPlanRequest request, CancellationToken cancellationToken)
    {
        try
        {
            var link = await OpenAsync(cancellationToken);
            var plan = await RunningPlan.ReadAsync(link, request, cancellationToken);
            return plan is null
                ? Passing("the session ran another statement when its plan was asked for")
                : PlanAnswer.Lasting(PlanFactsMaker.Read(plan, _options.PlanReader, Source)) with
                {
                    Lifetime = _options.PlanLifetime,
                };
        }
        catch (MySqlException e) when (e.Number is NoPlanNow or NoSuchSession or TooLate)
        {
            return Passing(
                e.Number switch
                {
                    NoPlanNow => "the server shows no plan of what it does at this moment",
                    NoSuchSession => "the session has ended",
                    _ => "the session did not show its plan within 0.5 s",
                }
            );
        }
        catch (MySqlException e) when (MySqlFailure.LacksRight(e))
        {
            return Passing("the login may not see this plan: it lacks PROCESS");
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is asked for.
            await RestAsync();
            if (e is not OperationCanceledException)
                await Task.Delay(PauseWhenLost, _time, cancellationToken);
            return Passing($"the plan could not be asked for: {MySqlFailure.Reason(e)}");
        }
    }

    /// <inheritdoc />
    public async Task RestAsync()
    {
        if (_link is { } link)
        {
            _link = null;
            await link.DisposeAsync();
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _queue.DisposeAsync();
        await RestAsync();
    }

    private PlanAnswer Passing(string reason) => PlanAnswer.Passing(reason, _options.PlanLifetime, 0);

    private async Task<MySqlLink> OpenAsync(CancellationToken cancellationToken)
    {
        if (_link is { IsOpen: true } open)
            return open;
        await RestAsync();
        return _link = await MySqlLink.OpenAsync(_connection, _own, cancellationToken);
    }
}

/// <summary>A plan that is to be asked for.</summary>
/// <param name="Key">What the answer is kept by.</param>
/// <param name="SessionId">The session that runs the statement.</param>
/// <param name="Text">The statement's text, as far as it was read.</param>
internal sealed record MySqlPlanRequest(MySqlPlanKey Key, int SessionId, string Text);
