using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.SqlServer.Trials;

internal sealed partial class SqlServerTrialSession(SqlConnection connection, TimeSpan limit)
    : TrialSession(connection, limit)
{
    private TrialSettings _settings = TrialSettings.None;

    public override int ProcessId => 0;

    public override Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        _settings = settings;
        return Task.CompletedTask;
    }

    public override async Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    ) => HashIn(await ShowAsync(statement.Text, cancellationToken), QueryHash()) is { } hash ? [hash] : [];

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

    // What could write was refused when the workload was read; scripts and others' texts never come here.
    protected override string Told(string text) => text + Hints(_settings);

    protected override async Task<string> PlanAsync(string text, CancellationToken cancellationToken) =>
        HashIn(await ShowAsync(text, cancellationToken), PlanHash()) ?? NoPlan;

    protected override bool IsExpected(Exception failure) => SqlServerError.IsExpected(failure);

    protected override bool IsLate(Exception failure) => failure is SqlException { Number: -2 };

    protected override string Reason(Exception failure) => SqlServerError.Reason(failure);

    /// <summary>The estimated plan as a document; empty where the login may not see it.</summary>
    private async Task<string> ShowAsync(string text, CancellationToken cancellationToken)
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

    [GeneratedRegex("QueryPlanHash=\"(?<hash>0x[0-9A-Fa-f]{16})\"", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex PlanHash();

    [GeneratedRegex("QueryHash=\"(?<hash>0x[0-9A-Fa-f]{16})\"", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex QueryHash();
}
