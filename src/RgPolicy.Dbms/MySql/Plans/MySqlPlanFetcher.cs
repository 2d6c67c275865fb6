using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Plans;

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

    public override async Task RestAsync()
    {
        if (_link is { } link)
        {
            _link = null;
            await link.DisposeAsync();
        }
    }

    protected override bool IsLost(Exception failure) => failure is not OperationCanceledException;

    protected override string Reason(Exception failure) => MySqlFailure.Reason(failure);

    private async Task<MySqlLink> OpenAsync(CancellationToken cancellationToken)
    {
        if (_link is { IsOpen: true } open)
            return open;
        await RestAsync();
        return _link = await MySqlLink.OpenAsync(connection, own, cancellationToken);
    }
}

internal sealed record MySqlPlanRequest(MySqlPlanKey Key, int SessionId, string Text);

/// <summary>Asks a MariaDB for the plan by which a statement runs. The session that runs it makes the answer of what it
/// holds: nothing of the text is planned again or carried out, and so no function of it is called.</summary>
internal static class RunningPlan
{
    // A longer text may be cut off, here or there.
    private const int LongestShown = 500;

    /// <summary>How long the session may take to answer; it does at its next step, and never while it waits.</summary>
    public static TimeSpan Limit { get; } = TimeSpan.FromSeconds(0.5);

    /// <summary>The plan; null where the session runs another statement by now.</summary>
    public static async Task<string?> ReadAsync(
        MySqlLink link,
        MySqlPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(Limit * 2);
        var plan = await link.ScalarAsync(Sql(request.SessionId), late.Token);
        var isOfIt = await IsShownAsync(link, request, late.Token);
        return isOfIt && plan is { Length: > 0 } ? plan : null;
    }

    // The server shows the statement beside the plan, as a warning.
    private static async Task<bool> IsShownAsync(MySqlLink link, MySqlPlanRequest request, CancellationToken token)
    {
        var shown = "";
        await link.ReadAsync("SHOW WARNINGS", row => shown = row.GetString(2), token);
        return IsOf(shown, request.Text);
    }

    /// <summary>Whether what the server shows beside a plan is this text or its beginning. Characters that a
    /// connection's character set changes on their way are left out.</summary>
    internal static bool IsOf(string shown, string text)
    {
        if (shown.Length == 0)
            return false;
        var (one, other) = (Plain(shown), Plain(text));
        return shown.Length < LongestShown
            ? one.Equals(other, StringComparison.Ordinal)
            : other.StartsWith(one, StringComparison.Ordinal) || one.StartsWith(other, StringComparison.Ordinal);
    }

    private static string Plain(string text) => string.Concat(text.Where(char.IsAscii));

    private static string Sql(int sessionId) =>
        FormattableString.Invariant(
            $"SET STATEMENT max_statement_time = {Limit.TotalSeconds} FOR SHOW EXPLAIN FORMAT=JSON FOR {sessionId}"
        );
}
