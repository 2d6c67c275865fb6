using Npgsql.Replication;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// Between poll and move a client's backend ends, and a replication sender gets its process number. A role named like
/// senders are makes both alike to the kernel, so it is moved; the server's own table tells, and it is let go.
/// </summary>
public sealed class SenderInTheGapTests : IAsyncLifetime
{
    private const string LastNumber = "/proc/sys/kernel/ns_last_pid";

    private const string Policy = """
        language 1
        pool all  { cpu weight 1000 }
        pool slow { cpu weight 500 }
        class odd -> slow when session.login = 'walsender'
        default   -> all
        """;

    // Long enough that nobody who looks now and then misses what is undone at the next poll.
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly List<PhysicalReplicationConnection> _senders = [];

    [Theory]
    [GovernedPostgres(15)]
    [GovernedPostgres(18)]
    public async Task Loop_MovedProcessIsASenderByThen_IsLetGoAtTheNextPoll(int version)
    {
        await using var cluster = await StartAsync(version);
        await using var sidecar = new SidecarOfTest(cluster);
        await using var client = await LiveQuery.OpenAsync(cluster, "repl", "walsender");
        var number = client.ProcessId;
        await using var observer = await ObserveAsync(cluster);
        var swapped = new SwappedObserver(observer, number, () => SwapAsync(cluster, number));
        using var end = new CancellationTokenSource();
        await using var loop = Loop(swapped, sidecar);
        var origin = Governance.Of(cluster.PostmasterProcessId);
        var running = loop.RunAsync(end.Token);
        await UntilAsync(running, () => sidecar.Groups.Count > 0);
        client.Start("SELECT pg_sleep(600)");

        await UntilAsync(running, () => _senders.Count > 0 && Governance.Of(number) != origin);
        Assert.Equal("walsender", await TypeAsync(cluster, number));
        await UntilAsync(running, () => Governance.Of(number) == origin);

        Assert.Equal("walsender", await TypeAsync(cluster, number));
        Assert.Empty(Governance.Governed(cluster.PostmasterProcessId));
        await end.CancelAsync();
        await running;
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        foreach (var sender in _senders)
            await sender.DisposeAsync();
    }

    private static Task UntilAsync(Task running, Func<bool> isSo) =>
        OddServer.UntilAsync(() =>
        {
            Assert.False(running.IsCompleted, "the loop has ended");
            return Task.FromResult(isSo());
        });

    private static async Task<string?> TypeAsync(PostgresCluster cluster, int processId) =>
        await cluster.ScalarAsync($"SELECT backend_type FROM pg_stat_activity WHERE pid = {processId}") as string;

    // Numbers are given away in order, beginning behind the last one; others may take it for a moment.
    private async Task SwapAsync(PostgresCluster cluster, int processId)
    {
        ProcessControl.Signal(processId, ProcessControl.Terminate);
        await OddServer.UntilAsync(async () =>
        {
            if (Directory.Exists($"/proc/{processId}"))
                return false;
            var sender = new PhysicalReplicationConnection(cluster.ConnectionString(user: "walsender"));
            await File.WriteAllTextAsync(LastNumber, (processId - 1).ToString(CultureInfo.InvariantCulture));
            await sender.Open();
            if (sender.ProcessID == processId)
            {
                _senders.Add(sender);
                return true;
            }

            await sender.DisposeAsync();
            return false;
        });
    }

    private static GovernorLoop Loop(SwappedObserver observer, SidecarOfTest sidecar)
    {
        var policy = PolicyReader.Check(Policy, "odd.rgp", TargetProfile.Generic).Policy;
        Assert.NotNull(policy);
        return new GovernorLoop(
            new LoopParts
            {
                Observer = observer,
                ConnectSidecar = async _ => await sidecar.ConnectAsync(),
                Program = PolicyProgram.Compile(policy, TargetProfile.Generic),
                Options = new LoopOptions { Policy = "odd.rgp", Level = GovernorLevel.Enforce },
            }
        );
    }

    private static Task<PostgresObserver> ObserveAsync(PostgresCluster cluster) =>
        PostgresObserver.ConnectAsync(
            PostgresConnection.Parse(cluster.Url("rgpolicy"), _ => null).Options!,
            TimeProvider.System,
            new PostgresObserverOptions { PollInterval = Interval, FetchPlans = false },
            CancellationToken.None
        );

    private static async Task<PostgresCluster> StartAsync(int version)
    {
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Version = version,
                Settings = ImmutableDictionary<string, string>.Empty.Add("wal_level", "logical"),
            }
        );
        await cluster.ExecuteAsync("CREATE ROLE rgpolicy LOGIN; GRANT pg_read_all_stats TO rgpolicy");
        await cluster.ExecuteAsync("CREATE ROLE walsender LOGIN REPLICATION");
        await cluster.ExecuteAsync("CREATE DATABASE repl");
        return cluster;
    }
}
