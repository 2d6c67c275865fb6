using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.SqlServer.Trials;

/// <summary>One client's session.</summary>
/// <param name="connection">Its connection, which is open.</param>
/// <param name="target">The server without any secret.</param>
/// <param name="limit">How long one query may take.</param>
internal sealed partial class SqlServerTrialSession(SqlConnection connection, string target, TimeSpan limit)
    : ITrialSession,
        IAsyncDisposable
{
    private const string NoPlan = "none";

    private TrialSettings _settings = TrialSettings.None;

    /// <summary>The server does not tell which of its threads runs a session.</summary>
    public int ProcessId => 0;

    public Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        _settings = settings;
        return Task.CompletedTask;
    }

    public async Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        // What could write was refused when the workload was read; scripts and others' texts never come here.
        var text = statement.Text + Hints(_settings);
        var plan = HashIn(await PlanAsync(text, cancellationToken), PlanHash()) ?? NoPlan;
        var begun = Stopwatch.GetTimestamp();
        try
        {
            await ReadAsync(text, static _ => { }, cancellationToken);
            return new TrialExecution(Stopwatch.GetElapsedTime(begun), plan);
        }
        catch (Exception e) when (SqlServerError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(statement.Name, e);
        }
    }

    public async Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    ) => HashIn(await PlanAsync(statement.Text, cancellationToken), QueryHash()) is { } hash ? [hash] : [];

    public ValueTask DisposeAsync() => connection.DisposeAsync();

    /// <summary>The hints of settings: on a line of their own, for the text may end with a comment.</summary>
    internal static string Hints(TrialSettings settings)
    {
        string[] hints =
        [
            .. settings.MaxDop is { } dop ? [FormattableString.Invariant($"MAXDOP {dop}")] : Array.Empty<string>(),
            .. settings.GrantPercent is { } grant
                ? [FormattableString.Invariant($"MAX_GRANT_PERCENT = {grant}")]
                : Array.Empty<string>(),
        ];
        return hints.Length == 0 ? "" : $"\nOPTION ({string.Join(", ", hints)})";
    }

    /// <summary>The estimated plan as a document; empty where the login may not see it.</summary>
    private async Task<string> PlanAsync(string text, CancellationToken cancellationToken)
    {
        var plan = "";
        try
        {
            await ReadAsync("SET SHOWPLAN_XML ON", static _ => { }, cancellationToken);
            try
            {
                await ReadAsync(text, row => plan = row.GetValue(0) as string ?? plan, cancellationToken);
            }
            finally
            {
                await ReadAsync("SET SHOWPLAN_XML OFF", static _ => { }, CancellationToken.None);
            }
        }
        catch (Exception e) when (SqlServerError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            return "";
        }

        return plan;
    }

    private static string? HashIn(string plan, Regex hash) =>
        hash.Match(plan) is { Success: true } found ? found.Groups["hash"].Value : null;

    private async Task ReadAsync(string sql, Action<SqlDataReader> read, CancellationToken cancellationToken)
    {
        await using var command = new SqlCommand(sql, connection) { CommandTimeout = (int)limit.TotalSeconds };
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        do
        {
            while (await reader.ReadAsync(cancellationToken))
                read(reader);
        } while (await reader.NextResultAsync(cancellationToken));
    }

    private TrialException Failed(string what, Exception e)
    {
        var isOver = connection.State != System.Data.ConnectionState.Open;
        var reason = e is SqlException { Number: -2 }
            ? string.Create(CultureInfo.InvariantCulture, $"it took longer than {limit.TotalSeconds:0} s")
            : SqlServerError.Reason(e);
        return new TrialException(isOver ? $"{target}: {reason}" : $"`{what}`: {reason}", isOver, e);
    }

    [GeneratedRegex("QueryPlanHash=\"(?<hash>0x[0-9A-Fa-f]{16})\"", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex PlanHash();

    [GeneratedRegex("QueryHash=\"(?<hash>0x[0-9A-Fa-f]{16})\"", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex QueryHash();
}
