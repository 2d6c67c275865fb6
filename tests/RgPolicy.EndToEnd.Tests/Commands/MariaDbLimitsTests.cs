using RgPolicy.EndToEnd.Tests.Governing;
using RgPolicy.MySqlConformance;
using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>Limits of accounts by the commands that a DBA types, with the sample's policy; and the script that a DBA of
/// a MySQL runs.</summary>
public sealed class MariaDbLimitsTests : IAsyncLifetime
{
    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-limits-").FullName;
    private MariaDbServer? _server;

    private MariaDbServer Server => _server ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        if (MariaDbPrograms.ReasonToSkip is null)
            _server = await MariaDbServer.StartAsync();
    }

    public async Task DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
        Directory.Delete(_journals, recursive: true);
    }

    [MariaDbRootFact]
    public async Task Commands_InTheOrderOfADba_PlanApplyFindDriftAndRollBack()
    {
        await Server.ExecuteAsync("CREATE USER bi@'%'; CREATE USER `etl-'x`@'10.%'; CREATE USER shop@'%'");
        var policy = ProductFiles.Path("samples", "mariadb", "account_limits.rgp");

        Assert.Contains("Plan: 2 to create", await RunAsync(0, "plan", policy), StringComparison.Ordinal);
        Assert.Contains("Done and read back", await RunAsync(0, "apply", policy, "--yes"), StringComparison.Ordinal);
        Assert.Contains("No drift", await RunAsync(0, "drift", policy), StringComparison.Ordinal);

        await Server.ExecuteAsync("ALTER USER bi@'%' WITH MAX_STATEMENT_TIME 60");
        Assert.Contains("and 1 changed by others", await RunAsync(1, "drift", policy), StringComparison.Ordinal);

        await RunAsync(0, "rollback", "--yes");
        Assert.Equal("60 0", await LimitsAsync("bi"));
        Assert.Equal("0 0", await LimitsAsync("etl-'x"));
    }

    [MariaDbRootFact]
    public async Task Conformance_OnAMariaDb_FailsNothing()
    {
        await using var output = new StringWriter();
        await using var errors = new StringWriter();

        var code = await ConformanceRun.RunAsync(
            [Server.Url("root")],
            _ => null,
            output,
            errors,
            CancellationToken.None
        );

        Assert.True(code == ConformanceRun.Clean, output.ToString() + errors);
        Assert.Equal("", await LimitsAsync("rgp_conformance_app"));
    }

    private async Task<string> RunAsync(int exitCode, params string[] arguments)
    {
        var (code, output, errors) = await Rgp.RunAsync([
            .. arguments,
            "--server",
            Server.Url("root"),
            "--journal",
            _journals,
        ]);
        Assert.True(code == exitCode, $"{code}: {output}{errors}");
        return output;
    }

    private async Task<string> LimitsAsync(string user) =>
        Convert.ToString(
            await Server.ScalarAsync(
                "SELECT CONCAT_WS(' ', max_statement_time + 0e0, max_user_connections) FROM mysql.user WHERE User = "
                    + $"\"{user}\""
            ),
            System.Globalization.CultureInfo.InvariantCulture
        ) ?? "";
}
