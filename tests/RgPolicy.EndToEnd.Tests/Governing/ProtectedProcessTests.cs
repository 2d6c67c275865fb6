using RgPolicy.Host.Protocol;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Who is never moved on a real server, whatever its processes, roles, databases and cluster
/// are called.</summary>
public sealed class ProtectedProcessTests
{
    private const string Policy = """
        language 1
        pool all   { cpu weight 1000 }
        pool slow  { cpu weight 500 }
        class odd -> slow when session.login != 'nobody'
        default   -> all
        """;

    private static readonly CancellationToken None = CancellationToken.None;

    [Theory]
    [GovernedPostgres(15, "")]
    [GovernedPostgres(15, "a: b")]
    [GovernedPostgres(17, "a: b: checkpointer x")]
    [GovernedPostgres(18, "x: parallel worker for PID 1")]
    public async Task Move_EveryChildOfTheServer_MovesClientsAndTheirWorkersOnly(int version, string clusterName)
    {
        await using var server = await OddServer.StartAsync(version, clusterName);
        await using var sidecar = new SidecarOfTest(server.Cluster);
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.5 }], None);
        var leader = await server.RunParallelAsync();
        await OddServer.UntilAsync(async () =>
            (await server.TypesAsync()).Values.Count(t => t == "parallel worker") == 2
        );
        var types = await server.TypesAsync();
        var children = ProcessFacts
            .Children(server.Cluster.PostmasterProcessId)
            .Intersect(types.Keys.Concat(server.Ungreeted))
            .ToArray();

        var outcomes = await client.MoveAsync([.. children.Select(c => new MoveRequest(c, 1))], None);

        // A replication sender and a client's session that is named like one can only be told apart by
        // the server's own table.
        int[] unsure = [server.Clients["walsender"], server.Clients["x: walsender y"], .. server.Senders];
        foreach (var outcome in outcomes.Where(o => !unsure.Contains(o.ProcessId)))
        {
            var mayMove = types.GetValueOrDefault(outcome.ProcessId) is "client backend" or "parallel worker";
            Assert.True(
                outcome.Status == (mayMove ? MoveStatus.Done : MoveStatus.Refused),
                $"{types.GetValueOrDefault(outcome.ProcessId)} "
                    + $"{string.Join(' ', ProcessFacts.CommandLine(outcome.ProcessId))}: {outcome}"
            );
        }

        Assert.All(outcomes.Where(o => unsure.Contains(o.ProcessId)), o => Assert.Equal(MoveStatus.Refused, o.Status));
        Assert.Contains(outcomes, o => types.GetValueOrDefault(o.ProcessId) == "checkpointer");
        Assert.Contains(leader, outcomes.Where(o => o.Status == MoveStatus.Done).Select(o => o.ProcessId));
        var told = await client.MoveAsync(
            [
                .. server.Ungreeted.Select(p => new MoveRequest(p, 1, IsClient: true)),
                new(server.Clients["walsender"], 1, IsClient: true),
                new(server.Clients["x: walsender y"], 1, IsClient: true),
            ],
            None
        );
        Assert.All(told.Take(server.Ungreeted.Count), o => Assert.Equal(MoveStatus.Refused, o.Status));
        Assert.All(told.Skip(server.Ungreeted.Count), o => Assert.Equal(MoveStatus.Done, o.Status));
    }

    [Theory]
    [GovernedPostgres(14, "")]
    [GovernedPostgres(15, "a: b")]
    [GovernedPostgres(18, "")]
    public async Task Move_BackgroundWorkersAreAllowedAndTheClientLies_MovesNoneOfTheServersOwn(
        int version,
        string clusterName
    )
    {
        await using var server = await OddServer.StartAsync(version, clusterName);
        await using var sidecar = new SidecarOfTest(server.Cluster, """{ "background_workers": true }""");
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.5 }], None);
        var types = await server.TypesAsync();
        var own = types
            .Where(t => t.Value is not ("client backend" or "parallel worker" or "walsender"))
            .Select(t => t.Key)
            .ToArray();

        var outcomes = await client.MoveAsync([.. own.Select(p => new MoveRequest(p, 1, IsClient: true))], None);

        Assert.Superset(
            new HashSet<string>(StringComparer.Ordinal)
            {
                "checkpointer",
                "walwriter",
                "autovacuum launcher",
                "logical replication launcher",
                version < 18 ? "checkpointer" : "io worker",
            },
            own.Select(p => types[p]).ToHashSet(StringComparer.Ordinal)
        );
        Assert.All(outcomes, o => Assert.True(o.Status == MoveStatus.Refused, $"{types[o.ProcessId]}: {o}"));
    }

    [Theory]
    [GovernedPostgres(14, "")]
    [GovernedPostgres(15, "a: b")]
    [GovernedPostgres(16, "x: checkpointer")]
    [GovernedPostgres(17, "x: walsender y")]
    [GovernedPostgres(18, "x: io worker 0")]
    public async Task Run_OddNames_GovernsEveryClientAndNobodyElse(int version, string clusterName)
    {
        await using var server = await OddServer.StartAsync(version, clusterName);
        var policy = Path.Combine(server.Cluster.RootDirectory, "odd.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        await using var governed = await GovernedServer.StartAsync(
            server.Cluster,
            new GovernedServerOptions { Policy = policy }
        );
        var postmaster = server.Cluster.PostmasterProcessId;

        await OddServer.UntilAsync(() =>
            Task.FromResult(server.Clients.Values.All(Governance.Governed(postmaster).Contains))
        );

        var types = await server.TypesAsync();
        Assert.All(Governance.Governed(postmaster), p => Assert.Equal("client backend", types[p]));
        Assert.DoesNotContain(Governance.Governed(postmaster), server.Senders.Concat(server.Ungreeted).Contains);
        await governed.StopAsync();
        Assert.Empty(Governance.Governed(postmaster));
    }
}
