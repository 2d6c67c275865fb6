using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Leaks;

/// <summary>A server with a secret in its settings, an observer with all rights that RgPolicy may have, and a spy: a
/// login with views of his own who looks at what everybody may see.</summary>
internal sealed class LeakArena : IAsyncDisposable
{
    public const int Views = 8;
    private const string Database = "leaks";
    private const string Password = "s3cr3t-of-the-standby";

    private readonly PostgresCluster _cluster;

    private LeakArena(PostgresCluster cluster) => _cluster = cluster;

    public IReadOnlyList<long> ViewOids { get; private set; } = [];

    public long Index { get; private set; }

    public long Rule { get; private set; }

    /// <summary>The spy's oid.</summary>
    public uint Spy { get; private set; }

    public PostgresConnectionOptions Observer =>
        PostgresConnection.Parse(_cluster.Url("rgpolicy", Database), _ => null).Options!;

    public static async Task<LeakArena> StartAsync(int version)
    {
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Version = version,
                Settings = ImmutableDictionary<string, string>.Empty.Add("primary_conninfo", $"password={Password}"),
            }
        );
        await cluster.ExecuteAsync(
            "CREATE ROLE rgpolicy LOGIN; GRANT pg_monitor, pg_read_all_data TO rgpolicy; CREATE ROLE spy LOGIN"
        );
        await cluster.ExecuteAsync($"CREATE DATABASE {Database}");
        await cluster.ExecuteAsync(
            "CREATE SCHEMA spy AUTHORIZATION spy; SET ROLE spy; CREATE TABLE spy.t (id int PRIMARY KEY);"
                + string.Concat(
                    Enumerable.Range(0, Views).Select(i => $"CREATE VIEW spy.v{i} AS SELECT {i} AS x FROM spy.t;")
                ),
            Database
        );
        async Task<long> OidAsync(string sql) =>
            Convert.ToInt64(await cluster.ScalarAsync(sql, Database), CultureInfo.InvariantCulture);
        var arena = new LeakArena(cluster)
        {
            Spy = (uint)await OidAsync("SELECT 'spy'::regrole::oid::int8"),
            Index = await OidAsync("SELECT 'spy.t_pkey'::regclass::oid::int8"),
            Rule = await OidAsync("SELECT oid::int8 FROM pg_rewrite WHERE ev_class = 'spy.v0'::regclass"),
        };
        var views = new List<long>();
        for (var i = 0; i < Views; i++)
            views.Add(await OidAsync($"SELECT 'spy.v{i}'::regclass::oid::int8"));
        arena.ViewOids = views;
        return arena;
    }

    /// <summary>What the spy sees of a backend, again and again until it is stopped: locks on what is his, and the
    /// secret in any column of what everybody may read.</summary>
    /// <returns>How often he saw something, and how often he looked.</returns>
    public async Task<(int Seen, int Looks)> WatchAsync(int backend, CancellationToken stop)
    {
        await using var connection = await _cluster.OpenAsync(Database, "spy", cancellationToken: stop);
        await using var command = new NpgsqlCommand(
            $"""
            SELECT (SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                     WHERE l.pid = $1 AND (c.relowner = 'spy'::regrole OR l.mode <> 'AccessShareLock'))
                 + (SELECT count(*) FROM pg_locks l WHERE l.pid = $1 AND l.locktype NOT IN ('relation', 'virtualxid'))
                 + (SELECT count(*) FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid() AND a::text LIKE '%{Password}%')
            """,
            connection
        );
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = backend });
        await command.PrepareAsync(CancellationToken.None);
        var (seen, looks) = (0, 0);
        while (!stop.IsCancellationRequested)
        {
            seen += Convert.ToInt32(
                await command.ExecuteScalarAsync(CancellationToken.None),
                CultureInfo.InvariantCulture
            );
            looks++;
        }

        return (seen, looks);
    }

    public ValueTask DisposeAsync() => _cluster.DisposeAsync();
}
