using RgPolicy.EndToEnd.Tests.Governing;
using RgPolicy.Engine.Observe;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;
using RgPolicy.Plans;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.EndToEnd.Tests.Sampling;

/// <summary>A real server whose statements are sampled while EXPLAIN ANALYZE runs them, so that both speak of the same
/// execution.</summary>
internal sealed class HashTableServer : IAsyncDisposable
{
    private const int MostTries = 6;
    private readonly PostgresCluster _cluster;

    private HashTableServer(PostgresCluster cluster) => _cluster = cluster;

    public static async Task<HashTableServer> StartAsync(int version)
    {
        var settings = ImmutableDictionary<string, string>
            .Empty.Add("work_mem", "2GB")
            .Add("shared_buffers", "512MB")
            .Add("jit", "off")
            .Add("fsync", "off");
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions { Version = version, Settings = settings }
        );
        await cluster.ExecuteAsync(
            "create table source as select k, hashint8(k)::bigint + 2147483648 as r from generate_series(1, "
                + "1000000) k; analyze source"
        );
        return new HashTableServer(cluster);
    }

    /// <summary>Both, by a statement that lasts long enough: the next try has twice as many rows.</summary>
    public async Task<HashTableFinding> FindAsync(HashTableCase one)
    {
        await _cluster.ExecuteAsync(one.Preparation);
        var problem = "";
        for (var (tried, rounds) = (0, one.FewestRounds); tried < MostTries; tried++, rounds *= 2)
        {
            var finding = await TryAsync(one, rounds, one.UntilBuilt + TimeSpan.FromSeconds(tried));
            if (finding.Problem.Length == 0)
                return finding;

            problem = finding.Problem;
        }

        return new HashTableFinding(0, 0, 0, problem);
    }

    public ValueTask DisposeAsync() => _cluster.DisposeAsync();

    private async Task<HashTableFinding> TryAsync(HashTableCase one, int rounds, TimeSpan untilItIsBuilt)
    {
        await using var sidecar = new SidecarOfTest(_cluster, """{ "sampling": true }""");
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1 }], CancellationToken.None);
        await using var connection = await _cluster.OpenAsync();
        await using var settings = new Npgsql.NpgsqlCommand(one.Settings, connection);
        await settings.ExecuteNonQueryAsync();
        await using var explain = new Npgsql.NpgsqlCommand(
            "explain (analyze, timing off, format json) " + one.Text(rounds),
            connection
        )
        {
            CommandTimeout = 0,
        };
        var run = explain.ExecuteScalarAsync();
        await Task.Delay(untilItIsBuilt);
        var report = await SampleAsync(client, connection.ProcessID);
        var hasEnded = run.IsCompleted;
        var plan = (string)(await run ?? "");
        return hasEnded ? new HashTableFinding(0, 0, 0, "it ended before the sample") : Compare(one, plan, report);
    }

    // An aggregate's tables are each process's own; what it shares is the source, which comes round within the sample.
    private static HashTableFinding Compare(HashTableCase one, string plan, SampleReport report)
    {
        var told = PlanReader.Read(plan, new PlanReaderOptions()).Statements[0].Profile.WorkingSetBytes.Value ?? 0;
        var points = report.Points.Select(point =>
            (point.Milliseconds, one.Kind == "join" ? point.Bytes : point.PrivateBytes)
        );
        return MeasuredSet.Of([.. points], report.ReadBytes) is { } set
            ? new HashTableFinding((long)told, set.WorkingSetBytes, report.CostMicroseconds, report.Problem)
            : new HashTableFinding((long)told, 0, report.CostMicroseconds, report.Problem + " no two points");
    }

    private async Task<SampleReport> SampleAsync(SidecarClient client, int backend)
    {
        await using var asking = await _cluster.OpenAsync();
        await using var command = new Npgsql.NpgsqlCommand(
            string.Create(
                CultureInfo.InvariantCulture,
                $"select array_agg(pid) from pg_stat_activity where leader_pid = {backend}"
            ),
            asking
        );
        var workers = await command.ExecuteScalarAsync() as int[] ?? [];
        IReadOnlyList<SampleReport> found = await client.SampleAsync(
            new SampleRequest([backend, .. workers], 200_000, IsClient: true),
            CancellationToken.None
        );
        await OddServer.UntilAsync(async () =>
        {
            found = found.Count > 0 ? found : await client.SampleAsync(null, CancellationToken.None);
            return found.Count > 0;
        });
        return found[0];
    }
}
