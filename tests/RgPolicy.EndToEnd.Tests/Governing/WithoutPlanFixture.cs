using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// Servers of several versions, each governed by one of the policies that come with RgPolicy, started when a test wants
/// them: a table, and what works on it without showing its plan.
/// </summary>
public sealed class WithoutPlanFixture : IAsyncLifetime, IAsyncDisposable
{
    /// <summary>Whoever has this lock keeps the statements of the tests from working.</summary>
    internal const int Gate = 28;

    /// <summary>Works for minutes once the gate is open, in one process.</summary>
    internal const string Work = "count(*) FROM big, generate_series(1, 100000) AS s WHERE md5(big.note || s) = 'none'";

    private const string Body = "BEGIN PERFORM pg_advisory_xact_lock_shared(28); PERFORM " + Work + "; END";

    // The statement of each test is quoted once more, so its own quotes are doubled.
    private static readonly string Quoted = Body.Replace("'", "''", StringComparison.Ordinal);

    private readonly PostgresFleet _fleet = new(prepare: (cluster, _) => PrepareAsync(cluster));
    private readonly Dictionary<(int Version, string Policy), GovernedServer> _governed = [];

    internal Task<PostgresCluster> ServerAsync(int version) => _fleet.GetAsync(version);

    internal async Task<GovernedServer> GovernedAsync(int version, string policy)
    {
        if (!_governed.TryGetValue((version, policy), out var governed))
        {
            await StopAsync();
            _governed[(version, policy)] = governed = await GovernedServer.StartAsync(
                await ServerAsync(version),
                new GovernedServerOptions { Policy = ProductFiles.Path("policies", policy) }
            );
        }

        return governed;
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        await StopAsync();
        await _fleet.DisposeAsync();
    }

    async ValueTask IAsyncDisposable.DisposeAsync() => await DisposeAsync();

    // One at a time: a server has one governor.
    private async Task StopAsync()
    {
        foreach (var governed in _governed.Values)
            await governed.DisposeAsync();
        _governed.Clear();
    }

    private static async Task PrepareAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync(
            $"""
            CREATE ROLE rgpolicy LOGIN;
            GRANT pg_read_all_stats, pg_read_all_settings, pg_read_all_data TO rgpolicy;
            CREATE ROLE app LOGIN;
            CREATE TABLE big AS SELECT i AS id, 'note ' || i AS note FROM generate_series(1, 50000) i;
            ALTER TABLE big OWNER TO app;
            ANALYZE big;
            CREATE FUNCTION works_for_all() RETURNS void LANGUAGE plpgsql AS '{Quoted}';
            CREATE SCHEMA AUTHORIZATION app;
            SET ROLE app;
            CREATE PROCEDURE work() LANGUAGE plpgsql AS '{Quoted}';
            CREATE FUNCTION works() RETURNS void LANGUAGE plpgsql AS '{Quoted}';
            """
        );
    }
}
