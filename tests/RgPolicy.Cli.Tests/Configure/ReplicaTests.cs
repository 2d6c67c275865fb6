using Microsoft.Data.SqlClient;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Tests.Clocks;
using RgPolicy.Testing.SqlServer;

namespace RgPolicy.Cli.Tests.Configure;

/// <summary>plan, apply, drift and rollback over the replicas of an availability group, on servers of the
/// tests.</summary>
public sealed class ReplicaTests : IAsyncLifetime
{
    private const string Policy =
        "language 1\npool fast { maxdop 4 }\npool slow { maxdop 2  cpu cap 40% }\nclass reports -> slow when "
        + "session.login = 'report'\ndefault -> fast\n";

    private readonly ScriptedServer _first = Start("SQL01");
    private readonly ScriptedServer _second = Start("SQL02");
    private readonly TestFolder _folder = new TestFolder().With("p.rgp", Policy);

    public Task InitializeAsync()
    {
        Join(isContained: false, _second.Port);
        return Task.CompletedTask;
    }

    public async Task DisposeAsync()
    {
        _folder.Dispose();
        await _first.DisposeAsync();
        await _second.DisposeAsync();
    }

    [Fact]
    public async Task ApplyDriftRollback_Replicas_AreDoneAtEach()
    {
        var applied = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");
        Assert.True(applied.ExitCode == 0, applied.Error);
        Assert.Contains("== SQL01", applied.Output, StringComparison.Ordinal);
        Assert.Contains("== SQL02", applied.Output, StringComparison.Ordinal);

        Assert.Equal(0, (await RunAsync("drift", "p.rgp", "--replicas")).ExitCode);
        await DoAsync(
            _second,
            "ALTER WORKLOAD GROUP [rgp_slow] WITH (MAX_DOP = 7); ALTER RESOURCE GOVERNOR RECONFIGURE;"
        );
        var drift = await RunAsync("drift", "p.rgp", "--replicas", "--output", "json");
        Assert.Equal(1, drift.ExitCode);
        var replicas = drift.Json.GetProperty("replicas");
        Assert.Equal(0, replicas.GetProperty("SQL01").GetProperty("steps").GetArrayLength());
        Assert.NotEqual(0, replicas.GetProperty("SQL02").GetProperty("steps").GetArrayLength());
        Assert.Equal(10, (await RunAsync("plan", "p.rgp", "--replicas", "--detailed-exitcode")).ExitCode);

        var back = await RunAsync("rollback", "--replicas", "--yes", "--journal", "j");
        Assert.True(back.ExitCode == 0, back.Error);
        Assert.Equal("0 0", await PoolsAsync());
        Assert.Empty(_first.NotUnderstood.Concat(_second.NotUnderstood));
    }

    [Theory]
    [InlineData("ddl_error n=1 number=10905")]
    [InlineData("ddl_error n=4 number=10905")]
    [InlineData("drop_after batches=30 login=sa")]
    [InlineData("error match=RECONFIGURE number=1222 times=1")]
    public async Task Apply_SecondReplicaFails_BothAreAsBefore(string fault)
    {
        await DoAsync(_second, $"EXEC standin_fault N'{fault}'");

        var run = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");

        Assert.NotEqual(0, run.ExitCode);
        await DoAsync(_second, "EXEC standin_fault N'clear'");
        Assert.Equal("0 0", await PoolsAsync());
        Assert.Contains("they are as they were", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("But not", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Apply_SecondReplicaCannotBePutBack_IsNamedAndTheFirstIsAsBefore()
    {
        await DoAsync(_second, "EXEC standin_fault N'ddl_error n=4 number=10905'");
        await DoAsync(_second, "EXEC standin_fault N'error match=DROP number=1222'");

        var run = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");

        Assert.Equal(ExitCode.Unreachable, run.ExitCode);
        Assert.Contains("it could not be taken back", run.Error, StringComparison.Ordinal);
        Assert.Contains("they are as they were. But not SQL02: see above.", run.Error, StringComparison.Ordinal);
        await DoAsync(_second, "EXEC standin_fault N'clear'");
        Assert.StartsWith("0 ", await PoolsAsync(), StringComparison.Ordinal);
        await PutBackAsync();
    }

    [Fact]
    public async Task Apply_FirstReplicaCannotBePutBack_IsNamedWithItsReason()
    {
        await DoAsync(_first, "EXEC standin_fault N'error match=RECONFIGURE number=1222 skip=1'");
        await DoAsync(_second, "EXEC standin_fault N'ddl_error n=4 number=10905'");

        var run = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");

        Assert.NotEqual(ExitCode.Success, run.ExitCode);
        Assert.Contains("could not be taken back, on SQL01 (", run.Error, StringComparison.Ordinal);
        Assert.Contains("`rgp rollback --server` with each one's own address", run.Error, StringComparison.Ordinal);
        await DoAsync(_first, "EXEC standin_fault N'clear'");
        Assert.EndsWith(" 0", await PoolsAsync(), StringComparison.Ordinal);
        await PutBackAsync();
    }

    /// <summary>What the messages say to run leads everything back.</summary>
    private async Task PutBackAsync()
    {
        var back = await RunAsync("rollback", "--replicas", "--yes", "--journal", "j");
        Assert.True(back.ExitCode == ExitCode.Success, back.Error);
        Assert.Equal("0 0", await PoolsAsync());
        Assert.Empty(_first.NotUnderstood.Concat(_second.NotUnderstood));
    }

    [Fact]
    public async Task Apply_ConnectionIsCutAtSomeBatch_IsDoneAtBothOrAtNone()
    {
        var codes = new HashSet<int>();
        for (var batches = 1; batches < 60; batches += 9)
        {
            await DoAsync(_second, "EXEC standin_fault N'clear'");
            await DoAsync(
                _second,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"EXEC standin_fault N'drop_after batches={batches} login=sa'"
                )
            );

            var run = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");

            codes.Add(run.ExitCode);
            await DoAsync(_second, "EXEC standin_fault N'clear'");
            Assert.Equal(run.ExitCode == 0 ? "2 2" : "0 0", await PoolsAsync());
            if (run.ExitCode == 0)
                await RunAsync("rollback", "--replicas", "--yes", "--journal", "j");
        }

        Assert.Contains(ExitCode.Unreachable, codes);
    }

    [Fact]
    public async Task Apply_ReplicaIsAway_ChangesNothing()
    {
        Join(isContained: false, secondPort: 1);

        var run = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");

        Assert.Equal(ExitCode.Unreachable, run.ExitCode);
        Assert.Contains("SQL02 is not ready. Nothing was changed on any replica.", run.Error, StringComparison.Ordinal);
        Assert.Equal("0 0", await PoolsAsync());
    }

    [Fact]
    public async Task Apply_AddressLeadsToTheOther_ChangesNothing()
    {
        Join(isContained: false, _first.Port);

        var run = await RunAsync("apply", "p.rgp", "--replicas", "--yes", "--journal", "j");

        Assert.Equal(ExitCode.Unreachable, run.ExitCode);
        Assert.Contains("the address of SQL02 leads to SQL01", run.Error, StringComparison.Ordinal);
        Assert.Equal("0 0", await PoolsAsync());
    }

    [Fact]
    public async Task Drift_ReplicaLetsNobodyIn_ComparesTheOthers()
    {
        await DoAsync(_second, "EXEC standin_fault N'login_fail'");

        var run = await RunAsync("drift", "p.rgp", "--replicas", "--output", "json");

        Assert.Equal(ExitCode.Unreachable, run.ExitCode);
        var replicas = run.Json.GetProperty("replicas");
        Assert.NotEqual(0, replicas.GetProperty("SQL01").GetProperty("steps").GetArrayLength());
        Assert.Equal(System.Text.Json.JsonValueKind.Null, replicas.GetProperty("SQL02").ValueKind);
        Assert.Equal(
            ExitCode.Unreachable,
            (await RunAsync("plan", "p.rgp", "--replicas", "--detailed-exitcode")).ExitCode
        );
    }

    [Fact]
    public async Task Plan_OneReplica_WarnsOfTheOthers()
    {
        var run = await RunAsync("plan", "p.rgp");

        Assert.Contains("SQL01 is primary of sales", run.Output, StringComparison.Ordinal);
        Assert.Contains("after a failover to SQL02", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "after a failover",
            (await RunAsync("plan", "p.rgp", "--replicas")).Output,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Apply_WithinAContainedGroup_IsRefused()
    {
        Join(isContained: true, _second.Port);

        var run = await RunAsync("apply", "p.rgp", "--yes", "--journal", "j");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("within the contained availability group sales", run.Error, StringComparison.Ordinal);
        Assert.Equal("0 0", await PoolsAsync());
    }

    [Fact]
    public async Task Replicas_ByAListener_AreThoseOfItsGroupAlone()
    {
        await using var third = Start("SQL03");
        var sales = new ScriptedGroup("sales", [("SQL01", _first.Port), ("SQL02", _second.Port)], "SQL01")
        {
            Listener = "localhost",
        };
        var other = new ScriptedGroup("other", [("SQL01", _first.Port), ("SQL03", third.Port)], "SQL01");
        var between = new ScriptedGroup("between", [("sales", 1), ("elsewhere", 2)], "SQL01") { IsDistributed = true };
        _first.Join(sales, other, between);
        _second.Join(sales);

        var byListener = await RunAtAsync("localhost", "plan", "p.rgp", "--replicas");
        var byAddress = await RunAtAsync("127.0.0.1", "plan", "p.rgp", "--replicas");

        Assert.Equal("== SQL01, == SQL02", Servers(byListener));
        Assert.Equal("== SQL01, == SQL02, == SQL03", Servers(byAddress));
        Assert.Contains("encrypt=false", byListener.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Replicas_ServerInNoGroup_IsSaid()
    {
        _first.Join();

        foreach (var command in new[] { "plan", "drift", "apply" })
        {
            var run = await RunAsync(command, "p.rgp", "--replicas");
            Assert.Equal(ExitCode.Usage, run.ExitCode);
            Assert.Contains("SQL01 is in no availability group", run.Error, StringComparison.Ordinal);
        }
    }

    private static ScriptedServer Start(string name) => ScriptedServer.Start(new ScriptedServerOptions { Name = name });

    private void Join(bool isContained, int secondPort)
    {
        var group = new ScriptedGroup("sales", [("SQL01", _first.Port), ("SQL02", secondPort)], "SQL01")
        {
            IsContained = isContained,
        };
        _first.Join(group);
        _second.Join(group);
    }

    private static string Servers(CliRun run) =>
        string.Join(
            ", ",
            run.Output.Split('\n')
                .Where(line => line.StartsWith("== ", StringComparison.Ordinal))
                .Select(line => line.Trim())
        );

    private Task<CliRun> RunAsync(string command, params string[] arguments) =>
        RunAtAsync("127.0.0.1", command, arguments);

    private Task<CliRun> RunAtAsync(string host, string command, params string[] arguments)
    {
        var target = string.Create(CultureInfo.InvariantCulture, $"sqlserver://sa@{host}:{_first.Port}?encrypt=false");
        return CliRun.Of(
            context =>
                context with
                {
                    Time = new SkippingTime(),
                    WorkingDirectory = _folder.Path("."),
                    EnvironmentVariable = name => name == "RGPOLICY_PASSWORD" ? ScriptedServer.Password : null,
                },
            [command, .. arguments, "--server", target]
        );
    }

    /// <summary>How many of RgPolicy's pools each of the two has.</summary>
    private async Task<string> PoolsAsync()
    {
        var (first, second) = (await PoolsOfAsync(_first), await PoolsOfAsync(_second));
        return string.Create(CultureInfo.InvariantCulture, $"{first} {second}");
    }

    private static async Task<int> PoolsOfAsync(ScriptedServer server)
    {
        await using var connection = Connection(server);
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = "SELECT COUNT(*) FROM sys.resource_governor_resource_pools WHERE name LIKE N'rgp[_]%'";
        return (int)(await command.ExecuteScalarAsync())!;
    }

    private static async Task DoAsync(ScriptedServer server, string batch)
    {
        await using var connection = Connection(server);
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = batch;
        await command.ExecuteNonQueryAsync();
    }

    private static SqlConnection Connection(ScriptedServer server) =>
        new(
            string.Create(
                CultureInfo.InvariantCulture,
                $"Server=127.0.0.1,{server.Port};User Id=sa;Password={ScriptedServer.Password};Encrypt=False;Pooling=False"
            )
        );
}
