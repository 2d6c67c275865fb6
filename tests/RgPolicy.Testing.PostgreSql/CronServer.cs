namespace RgPolicy.Testing.PostgreSql;

/// <summary>The distribution's server with pg_cron, whose jobs run in background workers: users' SQL
/// without a client.</summary>
internal static class CronServer
{
    /// <summary>What <c>pg_stat_activity.backend_type</c> calls a worker that runs a job.</summary>
    public const string WorkerType = "pg_cron";

    /// <summary>Who runs the job.</summary>
    public const string Login = "app";

    /// <summary>Why it cannot be tried here, or null.</summary>
    public static string? ReasonToSkip =>
        PostgresBinaries.Find() is { } binaries && File.Exists(Path.Combine(binaries, "..", "lib", "pg_cron.so"))
            ? null
            : "pg_cron is not here: run tools/setup jobs";

    /// <summary>Starts one in which a job of <see cref="Login"/>'s reads the table <c>orders</c>, which
    /// is his, for minutes.</summary>
    public static async Task<PostgresCluster> StartAsync()
    {
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Version = PostgresVersions.OfTheDistribution,
                PreloadLibraries = ["pg_cron"],
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("cron.use_background_workers", "on")
                    .Add("compute_query_id", "on"),
            }
        );
        try
        {
            await cluster.ExecuteAsync(
                """
                CREATE ROLE app LOGIN;
                CREATE TABLE orders AS SELECT i AS id FROM generate_series(1, 100000) i;
                ALTER TABLE orders OWNER TO app;
                ANALYZE orders;
                CREATE EXTENSION pg_cron;
                INSERT INTO cron.job (schedule, command, nodeport, username)
                VALUES ('@reboot', 'SELECT count(*) FROM orders WHERE sqrt(id) >= 0 AND pg_sleep(0.01) IS NOT NULL', 5432, 'app');
                """
            );
            await cluster.StopAsync();
            await cluster.StartAgainAsync();
            return cluster;
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }
    }
}
