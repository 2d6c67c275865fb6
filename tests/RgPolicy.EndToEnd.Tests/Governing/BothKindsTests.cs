using System.Text.Json;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>One service and one policy for a PostgreSQL and a MariaDB on this host, which share it.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class BothKindsTests(GovernedFixture postgres, MariaDbHost maria)
    : IClassFixture<GovernedFixture>,
        IClassFixture<MariaDbHost>,
        IAsyncLifetime
{
    private const string Policy = $$"""
        language 1
        pool all { cpu weight 1000 }
        pool low { cpu weight 100 }
        class report -> low when session.login in ('report', '{{BenchRoles.Analytics}}')
        default      -> all
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-both-").FullName;
    private GovernedServer? _sidecar;
    private ChildProgram? _service;

    private Dictionary<string, string?> Environment =>
        new(StringComparer.Ordinal)
        {
            ["RUNTIME_DIRECTORY"] = Path.Combine(_directory, "run"),
            ["STATE_DIRECTORY"] = Path.Combine(_directory, "state"),
            ["DOTNET_TieredCompilation"] = "0",
        };

    public async Task InitializeAsync()
    {
        if (Testing.MariaDb.MariaDbPrograms.ReasonToSkip is not null || !System.Environment.IsPrivilegedProcess)
            return;
        await postgres.Governed.Service.InterruptAsync(Patience);
        _sidecar = await GovernedServer.StartSidecarOnlyAsync(
            ["--data-directory", maria.Server.DataDirectory, "--pid-file", maria.Server.PidFile],
            new GovernedServerOptions { Policy = "" }
        );
        var policy = Path.Combine(_directory, "both.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        var config = Path.Combine(_directory, "appsettings.json");
        var targets = new Dictionary<string, object>(StringComparer.Ordinal)
        {
            ["pg"] = Target(postgres.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database), postgres.Governed),
            ["maria"] = Target(maria.Server.Url(), _sidecar),
        };
        await File.WriteAllTextAsync(config, JsonSerializer.Serialize(new { RgPolicy = new { Targets = targets } }));
        _service = ChildProgram.Start(ProductFiles.Rgp, ["service", "run", "--config", config], Environment);
    }

    public async Task DisposeAsync()
    {
        if (_service is not null)
            await _service.DisposeAsync();
        if (_sidecar is not null)
            await _sidecar.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    [MariaDbRootFact]
    public async Task Service_OfBoth_GovernsThemByOnePolicyAsOneHost()
    {
        await using var report = await maria.OpenAsync("report");
        report.Start(MariaDbHost.Busy);
        await UntilAsync(() => maria.IsMoved(report.Thread));
        await using (await LiveQuery.StartGovernedAsync(postgres.Server))
        {
            Assert.True(maria.IsMoved(report.Thread));
            await ShowsAsync("pg", "shared    the host, with maria");
            await ShowsAsync("maria", "shared    the host, with pg");
        }

        await using (var app = await maria.OpenAsync("app"))
        {
            app.Start(MariaDbHost.Busy);
            await ShowsAsync("pg", "throttled for their queries too");
            await app.KillQueryAsync();
        }

        using var sharing = JsonDocument.Parse(
            (await AskAsync("status", "--instance", "pg", "--output", "json")).Output
        );
        Assert.Equal(
            "maria",
            sharing.RootElement.GetProperty("host").GetProperty("sharing").GetProperty("with")[0].GetString()
        );

        _service!.Signal(ProcessControl.Terminate);
        Assert.True(await _service.WaitAsync(Patience), "it did not end");
        await UntilAsync(() => maria.Moved().Count == 0);
        Assert.Empty(Governance.Governed(postgres.Postmaster));
    }

    private static object Target(string connect, GovernedServer sidecar) =>
        new
        {
            Policy = "both.rgp",
            Level = "enforce",
            Connect = connect,
            Sidecar = sidecar.SidecarSocket,
            SidecarState = sidecar.StateDirectory,
        };

    private async Task ShowsAsync(string target, string expected)
    {
        var shown = "";
        for (var tries = 0; tries < 60; tries++)
        {
            shown = (await AskAsync("status", "--instance", target)).Output;
            if (shown.Contains(expected, StringComparison.Ordinal))
                return;
            await Task.Delay(200);
        }

        throw new TimeoutException($"the status never had '{expected}': {shown}");
    }

    private async Task UntilAsync(Func<bool> wanted)
    {
        for (var tries = 0; tries < 6000; tries++)
        {
            if (wanted())
                return;
            await Task.Delay(10);
        }

        throw new TimeoutException($"it never came about: {_service?.Output}{_service?.Errors}");
    }

    private Task<(int ExitCode, string Output, string Errors)> AskAsync(params string[] arguments) =>
        ChildProgram.RunAsync(ProductFiles.Rgp, arguments, Patience, Environment);
}
