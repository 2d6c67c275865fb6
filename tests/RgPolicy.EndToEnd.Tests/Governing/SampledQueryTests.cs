using System.Text.Json;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>What real queries touch: who is never looked at, and a class that asks.</summary>
public sealed class SampledQueryTests
{
    private const string Join = "select count(*) from h join ({0}) s on h.k = s.x";

    // To the planner one row in two hundred is its own number plus nothing.
    private const string Misjudged =
        "select count(*) from (select k from h where k + 0 = k) d join "
        + "(select (generate_series(1, 600000000)::bigint * 7919) % 400000 as x) s on d.k = s.x";

    private const string Corrected = """
        language 1
        pool all  { cpu weight 1000 }
        pool slow { cpu weight 500 }
        class large -> slow when session.login = 'app' and plan.working_set > 512 KiB
        class huge  -> all  when session.login = 'app' and measured.working_set > 1 TiB
        default     -> all
        """;

    private const string Policy = """
        language 1
        pool all  { cpu weight 1000 }
        pool slow { cpu weight 500 }
        class wide -> slow when session.login = 'app' and measured.working_set > 8 MiB
        default    -> all
        """;

    [Theory]
    [GovernedPostgres(16, Join)]
    public async Task Sample_NotAllowedOrNotAClientsProcess_IsRefused(int version, string query)
    {
        await using var cluster = await PreparedAsync(version);
        await using var running = await RunningQuery.StartAsync(cluster, Text(query, 600_000_000));
        await using (var closed = new SidecarOfTest(cluster))
        {
            await using var client = await closed.ConnectAsync();
            await client.ConfigureAsync([new PoolSpec { Number = 1 }], CancellationToken.None);
            Assert.Contains(
                "root does not allow",
                (await SampleAsync(client, running.ProcessId)).Problem,
                StringComparison.Ordinal
            );
        }

        await using var open = new SidecarOfTest(cluster, """{ "sampling": true }""");
        await using var other = await open.ConnectAsync();
        await other.ConfigureAsync([new PoolSpec { Number = 1 }], CancellationToken.None);
        var checkpointer = (int)
            (await cluster.ScalarAsync("select pid from pg_stat_activity where backend_type = 'checkpointer'"))!;
        Assert.Equal("this process is never governed", await RefusedAsync(other, cluster.PostmasterProcessId));
        Assert.Equal("it is one of the DBMS's own processes, not a client's", await RefusedAsync(other, checkpointer));
        Assert.Equal("it is not a child of the DBMS's main process", await RefusedAsync(other, Environment.ProcessId));
    }

    [Theory]
    [GovernedPostgres(17, Join)]
    public async Task Run_ClassAsksForTheWorkingSet_MovesTheQueryByWhatItTouches(int version, string query)
    {
        await using var cluster = await PreparedAsync(version);
        await using var governed = await GovernAsync(cluster, Policy);
        await using var running = await RunningQuery.StartAsync(cluster, Text(query, 600_000_000), "app");

        await OddServer.UntilAsync(() =>
            Task.FromResult(Governance.Governed(cluster.PostmasterProcessId).Contains(running.ProcessId))
        );

        var shown = await new ShownQuery(governed, running.ProcessId).StatusAsync(query =>
            query.GetProperty("measured").ValueKind == JsonValueKind.Object
        );
        Assert.InRange(shown.GetProperty("measured").GetProperty("working_set_bytes").GetInt64(), 8 << 20, 80 << 20);
        Assert.Contains("MiB", (await governed.AskAsync("status")).Output, StringComparison.Ordinal);

        await governed.StopAsync();
        Assert.Empty(Governance.Governed(cluster.PostmasterProcessId));
    }

    [Theory]
    [GovernedPostgres(16, Misjudged)]
    public async Task Run_SamplesContradictAPlan_NextExecutionHasABetterEstimate(int version, string query)
    {
        await using var cluster = await PreparedAsync(version);
        await using var governed = await GovernAsync(cluster, Corrected);
        await using (var first = await RunningQuery.StartAsync(cluster, query, "app"))
        {
            await new ShownQuery(governed, first.ProcessId).StatusAsync(shown =>
                shown.GetProperty("measured") is { ValueKind: JsonValueKind.Object } measured
                && measured.GetProperty("working_set_bytes").GetInt64() > 8 << 20
            );
            Assert.Empty(Governance.Governed(cluster.PostmasterProcessId));
        }

        await using var second = await RunningQuery.StartAsync(cluster, query, "app");

        await OddServer.UntilAsync(() =>
            Task.FromResult(Governance.Governed(cluster.PostmasterProcessId).Contains(second.ProcessId))
        );
        var why = await new ShownQuery(governed, second.ProcessId).WhyAsync(_ => true);
        Assert.EndsWith(
            ", corrected by samples",
            ShownQuery.Text(why.GetProperty("plan"), "source"),
            StringComparison.Ordinal
        );
    }

    private static async Task<GovernedServer> GovernAsync(PostgresCluster cluster, string policy)
    {
        var file = Path.Combine(cluster.RootDirectory, "sampled.rgp");
        await File.WriteAllTextAsync(file, policy);
        return await GovernedServer.StartAsync(
            cluster,
            new GovernedServerOptions { Policy = file, Limits = """{ "sampling": true }""" }
        );
    }

    private static async Task<PostgresCluster> PreparedAsync(int version)
    {
        var settings = ImmutableDictionary<string, string>
            .Empty.Add("work_mem", "512MB")
            .Add("max_parallel_workers_per_gather", "0")
            .Add("jit", "off");
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions { Version = version, Settings = settings }
        );
        await cluster.ExecuteAsync(
            "create role rgpolicy login; grant pg_read_all_stats, pg_read_all_data to rgpolicy; create role app login; "
                + "create table h as select k, k as v from generate_series(0, 399999) k; grant select on h to app; "
                + "analyze h"
        );
        return cluster;
    }

    // Its outer side is made up as it goes on, in no order, and never ends.
    private static string Text(string query, long rows) =>
        string.Format(
            CultureInfo.InvariantCulture,
            query,
            $"select (i * 7919::bigint + j * 104729 + k * 31) % 400000 as x from generate_series(1, 1000) i, "
                + $"generate_series(1, 1000) j, generate_series(1, {rows / 1_000_000}) k"
        );

    // After each the sidecar rests.
    private static async Task<string> RefusedAsync(SidecarClient client, int processId)
    {
        var problem = "";
        await OddServer.UntilAsync(async () =>
        {
            problem = (await SampleAsync(client, processId)).Problem;
            return !problem.StartsWith("another sample", StringComparison.Ordinal);
        });
        return problem;
    }

    private static async Task<SampleReport> SampleAsync(SidecarClient client, int processId)
    {
        IReadOnlyList<SampleReport> found = await client.SampleAsync(
            new SampleRequest([processId], 200_000, IsClient: true),
            CancellationToken.None
        );
        await OddServer.UntilAsync(async () =>
        {
            found = found.Count > 0 ? found : await client.SampleAsync(null, CancellationToken.None);
            return found.Count > 0;
        });
        return Assert.Single(found);
    }
}
