using MySqlConnector;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>Asks for plans of running statements.</summary>
internal sealed class MySqlPlanFetcher(
    PlanCache<MySqlPlanKey> cache,
    MySqlConnectionOptions connection,
    OwnBackends own,
    MySqlObserverOptions options,
    TimeProvider time
) : RunningPlanFetcher<MySqlPlanKey, MySqlPlanRequest>(cache, request => request.Key, options, time)
{
    private const string Source = "show explain";
    private const int NoPlanNow = 1933;
    private const int NoSuchSession = 1094;
    private const int TooLate = 1969;

    private MySqlLink? _link;

    /// <inheritdoc />
    protected override async Task<PlanAnswer> ReadAsync(MySqlPlanRequest request, CancellationToken cancellationToken)
    {
        try
        {
            var link = await OpenAsync(cancellationToken);
            var plan = await RunningPlan.ReadAsync(link, request, cancellationToken);
            return plan is null
                ? Passing("the session ran another statement when its plan was asked for")
                : PlanAnswer.Lasting(PlanFactsMaker.Read(plan, Options.PlanReader, Source)) with
                {
                    Lifetime = Options.PlanLifetime,
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
    }

    /// <inheritdoc />
    public override async Task RestAsync()
    {
        if (_link is { } link)
        {
            _link = null;
            await link.DisposeAsync();
        }
    }

    /// <inheritdoc />
    protected override bool IsLost(Exception failure) => failure is not OperationCanceledException;

    /// <inheritdoc />
    protected override string Reason(Exception failure) => MySqlFailure.Reason(failure);

    private async Task<MySqlLink> OpenAsync(CancellationToken cancellationToken)
    {
        if (_link is { IsOpen: true } open)
            return open;
        await RestAsync();
        return _link = await MySqlLink.OpenAsync(connection, own, cancellationToken);
    }
}

/// <summary>A plan that is to be asked for.</summary>
/// <param name="Key">What the answer is kept by.</param>
/// <param name="SessionId">The session that runs the statement.</param>
/// <param name="Text">The statement's text, as far as it was read.</param>
internal sealed record MySqlPlanRequest(MySqlPlanKey Key, int SessionId, string Text);
