using System.Globalization;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>
/// Asks for the plan by which a statement runs. The session that runs it makes the answer of what it holds: nothing of
/// the text is planned again or carried out, and so no function of it is called.
/// </summary>
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
        var plan = await link.ScalarAsync(Sql(link.IsMariaDb, request.SessionId), late.Token);
        var isOfIt = link.IsMariaDb
            ? await IsShownAsync(link, request, late.Token)
            : await RunsStillAsync(link, request, late.Token);
        return isOfIt && plan is { Length: > 0 } ? plan : null;
    }

    // MariaDB shows the statement beside the plan, as a warning.
    private static async Task<bool> IsShownAsync(MySqlLink link, MySqlPlanRequest request, CancellationToken token)
    {
        var shown = "";
        await link.ReadAsync("SHOW WARNINGS", row => shown = row.GetString(2), token);
        return IsOf(shown, request.Text);
    }

    // MySQL shows the statement beside the plan of one's own session only. One that ran before and runs afterwards ran
    // meanwhile.
    private static async Task<bool> RunsStillAsync(MySqlLink link, MySqlPlanRequest request, CancellationToken token)
    {
        if (request.Event is { } started)
            return await link.ScalarAsync(RunningEvent.Sql(request.SessionId, started), token) == RunningEvent.Runs;
        var text = await link.ScalarAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"SELECT PROCESSLIST_INFO FROM performance_schema.threads WHERE PROCESSLIST_ID = {request.SessionId}"
            ),
            token
        );
        return IsOf(text ?? "", request.Text);
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

    private static string Sql(bool isMariaDb, int sessionId) =>
        isMariaDb
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"SET STATEMENT max_statement_time = {Limit.TotalSeconds} FOR SHOW EXPLAIN FORMAT=JSON FOR {sessionId}"
            )
            : string.Create(CultureInfo.InvariantCulture, $"EXPLAIN FORMAT=JSON FOR CONNECTION {sessionId}");
}
