using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A job of pg_cron, which runs in a background worker: governed where root allows it, and
/// nowhere else.</summary>
public sealed class BackgroundWorkerTests
{
    private const string Policy = """
        language 1
        pool all   { cpu weight 1000 }
        pool slow  { cpu weight 500 }
        class jobs -> slow when session.login = 'app'
        default    -> all
        """;

    [CronFact]
    public async Task Run_RootAllowsThem_MovesTheWorkerAndNoneOfTheServersOwn()
    {
        await using var cluster = await PreparedAsync();
        await using var governed = await StartAsync(cluster, """{ "background_workers": true }""");

        await OddServer.UntilAsync(async () =>
            await WorkerAsync(cluster) is { } worker && Governed(cluster).Contains(worker)
        );

        Assert.Equal([(await WorkerAsync(cluster))!.Value], Governed(cluster));
        await governed.StopAsync();
        Assert.Empty(Governed(cluster));
    }

    [CronFact]
    public async Task Run_RootDoesNotAllowThem_MovesNobodyAndSaysWhy()
    {
        const string Reason =
            "it is a background worker, and root does not allow these (background_workers in the limits file)";
        await using var cluster = await PreparedAsync();
        await using var governed = await StartAsync(cluster, limits: null);

        await OddServer.UntilAsync(() => Task.FromResult(governed.Said.Contains(Reason, StringComparison.Ordinal)));

        Assert.Empty(Governed(cluster));
    }

    private static IReadOnlyList<int> Governed(PostgresCluster cluster) =>
        Governance.Governed(cluster.PostmasterProcessId);

    private static async Task<int?> WorkerAsync(PostgresCluster cluster) =>
        await cluster.ScalarAsync(
            $"select pid from pg_stat_activity where backend_type = '{CronServer.WorkerType}' and state = 'active'"
        ) as int?;

    private static async Task<PostgresCluster> PreparedAsync()
    {
        var cluster = await CronServer.StartAsync();
        await cluster.ExecuteAsync("create role rgpolicy login; grant pg_read_all_stats, pg_read_all_data to rgpolicy");
        return cluster;
    }

    private static async Task<GovernedServer> StartAsync(PostgresCluster cluster, string? limits)
    {
        var policy = Path.Combine(cluster.RootDirectory, "jobs.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        return await GovernedServer.StartAsync(
            cluster,
            new GovernedServerOptions
            {
                Policy = policy,
                Limits = limits,
                ServiceArguments = ["--client-backend-type", CronServer.WorkerType],
            }
        );
    }
}
