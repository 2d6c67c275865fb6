using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>A server with a database and a raider for each attack: a login with a schema of his own, and one in which
/// he may make things. Whatever of his runs for the observer, and in whatever transaction, writes a line into the
/// server's log.</summary>
internal sealed class RaceArena : IAsyncDisposable
{
    private const string Trace = "RAIDED BY TRAP IN ";

    private readonly PostgresCluster _cluster;

    private RaceArena(PostgresCluster cluster) => _cluster = cluster;

    public static async Task<RaceArena> StartAsync(int version)
    {
        var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Version = version,
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("log_min_messages", "log")
                    .Add("log_min_error_statement", "panic")
                    .Add("log_checkpoints", "off")
                    .Add("max_connections", "200")
                    .Add("autovacuum_naptime", "5s")
                    .Add("log_autovacuum_min_duration", "-1"),
            }
        );
        await cluster.ExecuteAsync("CREATE ROLE rgpolicy LOGIN; GRANT pg_read_all_stats, pg_read_all_data TO rgpolicy");
        return new RaceArena(cluster);
    }

    /// <summary>Makes an attack's database, and its raider where there is none yet.</summary>
    public async Task PrepareAsync(RaceAttack attack)
    {
        await _cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {attack.Place} WITH (FORCE)");
        await _cluster.ExecuteAsync($"DROP ROLE IF EXISTS {Raider(attack)}");
        // What he may not read is not planned for him, whatever it has become.
        await _cluster.ExecuteAsync($"CREATE ROLE {Raider(attack)} LOGIN; GRANT pg_read_all_data TO {Raider(attack)}");
        await _cluster.ExecuteAsync($"CREATE DATABASE {attack.Place}");
        await _cluster.ExecuteAsync(
            Written($"GRANT CREATE ON DATABASE {attack.Place} TO $raider;" + Ground, attack),
            attack.Place
        );
    }

    public PostgresConnectionOptions Observer(RaceAttack attack) =>
        PostgresConnection.Parse(_cluster.Url("rgpolicy", attack.Place), _ => null).Options!;

    /// <summary>How often something of an attack's raider has run for the observer.</summary>
    public int Raids(RaceAttack attack)
    {
        using var log = new StreamReader(
            new FileStream(_cluster.LogFile, FileMode.Open, FileAccess.Read, FileShare.ReadWrite)
        );
        var found = 0;
        while (log.ReadLine() is { } line)
            if (line.Contains(Trace + attack.Place + '.', StringComparison.Ordinal))
                found++;
        return found;
    }

    public Task<NpgsqlConnection> RaiderAsync(RaceAttack attack) => _cluster.OpenAsync(attack.Place, Raider(attack));

    public Task<NpgsqlConnection> DbaAsync(RaceAttack attack) => _cluster.OpenAsync(attack.Place);

    /// <summary>A statement as it is for an attack's raider.</summary>
    public static string Written(string sql, RaceAttack attack) =>
        sql.Replace("$raider", Raider(attack), StringComparison.Ordinal);

    public static string Raider(RaceAttack attack) => "raider_" + attack.Place;

    public ValueTask DisposeAsync() => _cluster.DisposeAsync();

    private const string Ground = """
        CREATE SCHEMA solid;
        CREATE TABLE solid.t AS SELECT i AS id FROM generate_series(1, 100) i;
        CREATE TABLE solid.ledger (id int);
        CREATE VIEW solid.solid_view AS SELECT id FROM solid.t;
        CREATE DOMAIN solid.amount AS int;
        CREATE SCHEMA shared;
        GRANT ALL ON SCHEMA shared TO $raider;
        CREATE TABLE shared.handed (id int);
        CREATE VIEW shared.handed_view AS SELECT id FROM solid.t;
        CREATE MATERIALIZED VIEW shared.once AS SELECT id FROM solid.t;
        CREATE VIEW solid.over_once AS SELECT id FROM shared.once;
        CREATE TABLE shared.whole (id int) PARTITION BY RANGE (id);
        CREATE TABLE shared.part_1 PARTITION OF shared.whole FOR VALUES FROM (0) TO (10);
        CREATE TABLE shared.part_2 PARTITION OF shared.whole FOR VALUES FROM (10) TO (20);
        GRANT USAGE ON SCHEMA solid TO rgpolicy, $raider;
        GRANT SELECT ON solid.t, solid.ledger TO $raider;
        CREATE SCHEMA arena AUTHORIZATION $raider;
        CREATE SCHEMA outpost AUTHORIZATION $raider;
        CREATE TABLE outpost.kept (id int);
        SET ROLE $raider;
        CREATE FUNCTION arena.trap(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
            BEGIN
                IF current_user = 'rgpolicy' OR session_user = 'rgpolicy' THEN RAISE LOG 'RAIDED BY TRAP IN %.', current_database(); END IF;
                RETURN $1;
            END $$;
        CREATE FUNCTION arena.trap_pair(int, text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN arena.trap(1) = 1; END';
        CREATE FUNCTION arena.trap_sum(int, int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN arena.trap(1); END';
        CREATE TYPE arena.pair AS (v int);
        CREATE FUNCTION arena.trap_cast(int) RETURNS arena.pair LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN ROW(arena.trap($1)); END';
        CREATE TABLE arena.t (id int);
        INSERT INTO arena.t SELECT generate_series(1, 100);
        CREATE TABLE arena.parts (id int) PARTITION BY RANGE (id);
        CREATE TABLE arena.part_1 (id int);
        CREATE INDEX ON arena.part_1 (id) WHERE arena.trap(5) > 0;
        CREATE VIEW arena.v AS SELECT id FROM solid.t;
        CREATE FUNCTION shared.calc(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
        CREATE TABLE shared.swapped (id int);
        RESET ROLE;
        CREATE TABLE solid.uses_pair (p arena.pair);
        """;
}
