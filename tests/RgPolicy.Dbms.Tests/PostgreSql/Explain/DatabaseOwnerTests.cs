using Npgsql;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>What the owner of a database, no superuser, can make on a version: extensions that are trusted to him,
/// types, casts, ranges, partitions, policies, generated columns. Nothing of it runs for the observer.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class DatabaseOwnerTests(PostgresVersionsFixture servers)
{
    private const string Database = "owned_by_foe";

    private const string Traps = """
        CREATE SCHEMA foe;
        GRANT USAGE ON SCHEMA foe TO rgpolicy;
        CREATE FUNCTION foe.trap() RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
            BEGIN
                IF current_user = 'rgpolicy' OR session_user = 'rgpolicy' THEN RAISE EXCEPTION 'EXECUTED' USING ERRCODE = 'RGRAN'; END IF;
                RETURN 1;
            END $$;
        CREATE FUNCTION foe.yes(anyelement) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN foe.trap() = 1; END';
        CREATE FUNCTION foe.plus(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN foe.trap() + $1; END';
        CREATE FUNCTION foe.with_default(int DEFAULT foe.trap()) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
        CREATE FUNCTION foe.any_of(VARIADIC int[]) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN foe.trap(); END';
        CREATE FUNCTION foe.diff(int, int) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN foe.trap(); END';
        CREATE DOMAIN foe.inner_domain AS int CHECK (foe.yes(VALUE));
        CREATE DOMAIN foe.outer_domain AS foe.inner_domain;
        CREATE DOMAIN foe.list_domain AS int[] CHECK (foe.yes(VALUE));
        CREATE TYPE foe.couple AS (a int, b foe.outer_domain);
        CREATE TYPE foe.span AS RANGE (SUBTYPE = foe.inner_domain);
        CREATE TYPE foe.measured_span AS RANGE (SUBTYPE = int, SUBTYPE_DIFF = foe.diff);
        CREATE TYPE foe.mood AS ENUM ('good', 'bad');
        CREATE FUNCTION foe.mood_of(text) RETURNS foe.mood LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM foe.trap(); RETURN ''good''; END';
        CREATE CAST (text AS foe.mood) WITH FUNCTION foe.mood_of(text) AS IMPLICIT;
        CREATE TABLE foe.rows (id int, s int);
        INSERT INTO foe.rows SELECT i, i FROM generate_series(1, 100) i;
        CREATE FUNCTION foe.total(foe.rows) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN foe.trap(); END';
        CREATE TABLE foe.generated (id int, g int GENERATED ALWAYS AS (foe.plus(1)) STORED);
        CREATE MATERIALIZED VIEW foe.once AS SELECT id FROM foe.rows;
        CREATE INDEX ON foe.once (id) WHERE foe.yes(5);
        CREATE TABLE foe.parent (id int);
        CREATE TABLE foe.child (CHECK (foe.yes(5))) INHERITS (foe.parent);
        CREATE TABLE foe.keyed (id int) PARTITION BY LIST (foe.plus(id));
        CREATE TABLE foe.keyed_1 PARTITION OF foe.keyed DEFAULT;
        CREATE TABLE foe.hashed (id int, d foe.inner_domain) PARTITION BY HASH (d);
        CREATE TABLE foe.hashed_1 PARTITION OF foe.hashed FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE STATISTICS foe.both_of ON (foe.plus(1)), id FROM foe.rows;
        CREATE TABLE foe.secured (id int);
        ALTER TABLE foe.secured ENABLE ROW LEVEL SECURITY;
        CREATE POLICY p ON foe.secured USING (foe.yes(5));
        CREATE VIEW foe.barrier WITH (security_barrier) AS SELECT foe.trap() AS t, id FROM foe.rows;
        ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO rgpolicy;
        GRANT SELECT ON ALL TABLES IN SCHEMA foe TO rgpolicy;
        CREATE EXTENSION citext SCHEMA foe; CREATE EXTENSION hstore SCHEMA foe; CREATE EXTENSION pg_trgm;
        CREATE FUNCTION foe.member() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN foe.trap(); END';
        ALTER EXTENSION pg_trgm ADD FUNCTION foe.member();
        ALTER DATABASE owned_by_foe SET search_path = foe, public;
        """;

    private static readonly string[] Texts =
    [
        "SELECT foe.trap()",
        "SELECT foe.with_default()",
        "SELECT foe.any_of(1, 2)",
        "SELECT '1'::foe.inner_domain",
        "SELECT '{1}'::foe.outer_domain[]",
        "SELECT '{1,2}'::foe.list_domain",
        "SELECT '(1,2)'::foe.couple",
        "SELECT '[1,2)'::foe.span",
        "SELECT '{[1,2)}'::foe.measured_span",
        "SELECT 'x'::text::foe.mood",
        "SELECT (r).total FROM foe.rows r",
        "SELECT r.total FROM foe.rows r",
        "SELECT * FROM foe.rows WHERE id = 1",
        "SELECT g FROM foe.generated WHERE g = 1",
        "SELECT * FROM foe.once WHERE id = 1",
        "SELECT * FROM foe.parent WHERE id = 1",
        "SELECT * FROM foe.keyed WHERE id = 1",
        "SELECT * FROM foe.hashed WHERE d = 1",
        "SELECT * FROM foe.secured",
        "SELECT * FROM foe.barrier",
        "TABLE once",
        "SELECT foe.member()",
        "SELECT member()",
        "SELECT 'a'::foe.citext = 'b'",
        "SELECT 'a=>1'::foe.hstore -> 'a'",
        "SELECT foe.similarity('a', 'b')",
        "SELECT * FROM json_to_record('{\"a\":1}') AS r(a foe.inner_domain)",
        "SELECT * FROM xmltable('/a' PASSING '<a>1</a>' COLUMNS x foe.inner_domain PATH '.')",
        "SELECT ROW(1, 2)::foe.couple",
        "SELECT * FROM unnest(ARRAY['1']::foe.outer_domain[])",
        "SELECT $1::foe.inner_domain",
        "SELECT id FROM rows WHERE trap() = id",
    ];

    private static readonly string[] NewerTexts =
    [
        "SELECT JSON_VALUE('{\"a\":1}', '$.a' RETURNING foe.inner_domain)",
        "SELECT JSON_QUERY('{\"a\":[1]}', '$.a' RETURNING foe.list_domain)",
        "SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (x foe.inner_domain PATH '$'))",
        "SELECT * FROM foe.computed WHERE v = 1",
        "SELECT JSON_SERIALIZE('{}' RETURNING foe.outer_domain)",
    ];

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Explain_WhatTheOwnerOfTheDatabaseMade_IsNotPlanned(int version)
    {
        var cluster = await servers.GetAsync(version);
        await cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {Database}");
        await cluster.ExecuteAsync($"CREATE DATABASE {Database} OWNER app");
        await using (var owner = await cluster.OpenAsync(Database, PostgresVersionsFixture.Application))
        {
            await ExecuteAsync(owner, Traps);
            if (version >= 18)
                await ExecuteAsync(
                    owner,
                    "CREATE TABLE foe.computed (id int, v int GENERATED ALWAYS AS (id + 1) VIRTUAL, CHECK (foe.yes(v)))"
                );
            var refused = await Assert.ThrowsAsync<PostgresException>(() =>
                ExecuteAsync(
                    owner,
                    "CREATE FUNCTION foe.at_login() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';"
                        + $"CREATE EVENT TRIGGER at_login ON {(version >= 17 ? "login" : "ddl_command_start")} EXECUTE FUNCTION foe.at_login()"
                )
            );
            Assert.Equal(PostgresErrorCodes.InsufficientPrivilege, refused.SqlState);
        }

        string[] texts = version >= 17 ? [.. Texts, .. NewerTexts] : Texts;
        await using var guarded = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), Database);
        foreach (var text in texts)
        {
            var source = (await guarded.AnswerAsync(text)).Facts!.Source;
            Assert.False(
                source == "re-explain" || source.Contains(HostileDatabase.Evidence, StringComparison.Ordinal),
                $"{text}: {source}"
            );
        }

        Assert.Equal("", await guarded.LeftoversAsync());
        Assert.Equal("re-explain", (await guarded.AnswerAsync("SELECT relname FROM pg_class")).Facts!.Source);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Explain_WhatTheOwnerOfTheDatabaseMadeWithoutTheGuard_Runs(int version)
    {
        var cluster = await servers.GetAsync(version);
        await Explain_WhatTheOwnerOfTheDatabaseMade_IsNotPlanned(version);
        await using var careless = new ExplainProbe(
            PostgresVersionsFixture.Observer(cluster),
            Database,
            new CarelessGuard("foe, public")
        );
        var ran = 0;
        foreach (var text in Texts)
            if (
                (await careless.AnswerAsync(text)).Facts!.Source.Contains(
                    HostileDatabase.Evidence,
                    StringComparison.Ordinal
                )
            )
                ran++;
        Assert.True(ran >= 12, $"{ran} of {Texts.Length}");
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }
}
