using System.Globalization;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>
/// Asks a MariaDB for the plan by which a statement runs. The session that runs it makes the answer of what it holds: nothing of
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
        string.Create(
            CultureInfo.InvariantCulture,
            $"SET STATEMENT max_statement_time = {Limit.TotalSeconds} FOR SHOW EXPLAIN FORMAT=JSON FOR {sessionId}"
        );
}
