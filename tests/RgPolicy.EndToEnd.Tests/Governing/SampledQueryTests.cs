using System.Collections.Immutable;
using System.Globalization;
using System.Text.RegularExpressions;
using Npgsql;
using RgPolicy.Engine.Observe;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>What real queries touch, against what EXPLAIN ANALYZE says of their memory.</summary>
public sealed class SampledQueryTests
{
    private const string Join = "select count(*) from h join ({0}) s on h.k = s.x";
    private const string Aggregate = "select count(*) from (select x, count(*) from ({0}) s group by x) g";

    private const string Policy = """
        language 1
        pool all  { cpu weight 1000 }
        pool slow { cpu weight 500 }
        class wide -> slow when session.login = 'app' and measured.working_set > 8 MiB
        default    -> all
        """;

    [Theory]
    [GovernedPostgres(14, Join)]
    [GovernedPostgres(18, Join)]
    [GovernedPostgres(18, Aggregate)]
    public async Task Sample_HashTable_IsWithinTwiceOfItsMemory(int version, string query)
    {
        await using var cluster = await PreparedAsync(version);
        await using var sidecar = new SidecarOfTest(cluster, """{ "sampling": true }""");
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.5 }], CancellationToken.None);
        var expected = await MemoryAsync(cluster, query);
        await using var running = await RunningQuery.StartAsync(cluster, Text(query, 600_000_000));
        await Task.Delay(TimeSpan.FromSeconds(2));

        var report = await SampleAsync(client, running.ProcessId);

        Assert.Equal("", report.Problem);
        var set = MeasuredSet.Of([.. report.Points.Select(p => (p.Milliseconds, p.Bytes))], report.ReadBytes);
        Assert.InRange(set!.Value.WorkingSetBytes, expected / 2, expected * 2);
    }

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
        foreach (var id in (int[])[cluster.PostmasterProcessId, checkpointer, Environment.ProcessId])
        {
            Assert.NotEmpty((await SampleAsync(other, id)).Problem);
        }
    }

    [Theory]
    [GovernedPostgres(17, Join)]
    public async Task Run_ClassAsksForTheWorkingSet_MovesTheQueryByWhatItTouches(int version, string query)
    {
        await using var cluster = await PreparedAsync(version);
        var policy = Path.Combine(cluster.RootDirectory, "sets.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        await using var governed = await GovernedServer.StartAsync(
            cluster,
            new GovernedServerOptions { Policy = policy, Limits = """{ "sampling": true }""" }
        );
        await using var running = await RunningQuery.StartAsync(cluster, Text(query, 600_000_000), "app");

        await OddServer.UntilAsync(() =>
            Task.FromResult(Governance.Governed(cluster.PostmasterProcessId).Contains(running.ProcessId))
        );

        await governed.StopAsync();
        Assert.Empty(Governance.Governed(cluster.PostmasterProcessId));
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
            $"select (i * 7919::bigint + j * 104729) % 400000 as x from generate_series(1, {rows / 1000}) i, generate_series(1, 1000) j"
        );

    private static async Task<long> MemoryAsync(PostgresCluster cluster, string query)
    {
        await using var connection = await cluster.OpenAsync();
        await using var command = new NpgsqlCommand("explain analyze " + Text(query, 2_000_000), connection);
        await using var reader = await command.ExecuteReaderAsync();
        long most = 0;
        while (await reader.ReadAsync())
        {
            var found = Regex.Match(
                reader.GetString(0),
                "Memory Usage: (?<kilobytes>[0-9]+)kB",
                RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
                TimeSpan.FromSeconds(1)
            );
            most = found.Success
                ? Math.Max(most, long.Parse(found.Groups["kilobytes"].ValueSpan, CultureInfo.InvariantCulture) * 1024)
                : most;
        }

        Assert.InRange(most, 4L << 20, 256L << 20);
        return most;
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
