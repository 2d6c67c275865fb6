using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>
/// A database in which the application laid every trap that planning could step into. Each function gives itself away when it is
/// run as RgPolicy's role: it takes an advisory lock and fails with the word EXECUTED.
/// </summary>
internal static class HostileDatabase
{
    public const string Name = "hostile";
    public const string OtherName = "hostile_equality";
    public const string Evidence = "EXECUTED";

    public static async Task MakeAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync("CREATE DATABASE hostile OWNER app");
        await cluster.ExecuteAsync("GRANT ALL ON SCHEMA public TO app", Name);
        await cluster.ExecuteAsync("SET ROLE app;" + Trap + Traps, Name);
    }

    /// <summary>Another database, whose trap is the equality of a number and a text: almost every statement could mean it.</summary>
    public static async Task MakeOtherAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync("CREATE DATABASE hostile_equality OWNER app");
        await cluster.ExecuteAsync("GRANT ALL ON SCHEMA public TO app", OtherName);
        await cluster.ExecuteAsync("SET ROLE app;" + Trap + EqualityTrap, OtherName);
    }

    private const string Trap = """
        CREATE FUNCTION trap() RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
            BEGIN
                IF current_user <> 'app' AND session_user <> 'postgres' THEN
                    PERFORM pg_advisory_lock(42);
                    RAISE EXCEPTION 'EXECUTED';
                END IF;
                RETURN 1;
            END $$;

        """;

    private const string EqualityTrap = """
        CREATE FUNCTION evil_mixed(int, text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1; END';
        CREATE OPERATOR = (LEFTARG = int, RIGHTARG = text, FUNCTION = evil_mixed);
        """;

    private const string Traps = """
        CREATE TABLE orders (id int PRIMARY KEY, note text, customer int);
        INSERT INTO orders SELECT i, 'note ' || i, i % 10 FROM generate_series(1, 1000) i;
        CREATE FUNCTION evil() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
        CREATE FUNCTION evil_text(text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
        CREATE FUNCTION evil_int(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() + $1; END';
        CREATE FUNCTION evil_bool(int) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1; END';
        CREATE FUNCTION evil_check(text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1; END';
        CREATE FUNCTION evil_pair(int, int) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1; END';
        CREATE FUNCTION "Evil Name"() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
        CREATE FUNCTION lower(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
        CREATE FUNCTION total(orders) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
        CREATE OPERATOR @@@ (LEFTARG = int, RIGHTARG = int, FUNCTION = evil_pair);
        CREATE TYPE wrapped AS (v int);
        CREATE FUNCTION evil_cast(int) RETURNS wrapped LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM public.trap(); RETURN ROW($1); END';
        CREATE CAST (int AS wrapped) WITH FUNCTION evil_cast(int);
        CREATE DOMAIN guarded AS text CHECK (evil_check(VALUE));
        CREATE TYPE guarded_pair AS (a int, b guarded);
        CREATE VIEW evil_view AS SELECT evil() AS e, id FROM orders;
        CREATE VIEW outer_view AS SELECT * FROM evil_view WHERE id > 5;
        CREATE VIEW xml_view AS
            SELECT * FROM orders WHERE note = table_to_xml(('evil_' || 'view')::text::regclass, true, true, '')::text;
        CREATE TABLE guarded_rows (id int, secret text);
        ALTER TABLE guarded_rows ENABLE ROW LEVEL SECURITY;
        CREATE POLICY trap ON guarded_rows USING (evil() = 1);
        CREATE TABLE indexed (id int);
        CREATE INDEX ON indexed ((evil_int(id)));
        CREATE TABLE partly_indexed (id int);
        CREATE INDEX ON partly_indexed (id) WHERE evil_bool(id);
        CREATE TABLE checked (id int CHECK (evil_bool(id)));
        CREATE TABLE measured (id int, other int);
        CREATE STATISTICS measured_both ON (evil_int(id)), (evil_int(other)) FROM measured;
        CREATE FUNCTION evil_diff(int, int) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM public.trap(); RETURN 1; END';
        CREATE TYPE evil_range AS RANGE (SUBTYPE = int, SUBTYPE_DIFF = evil_diff);
        CREATE TABLE ranged (r evil_range);
        CREATE TABLE paired (p guarded_pair);
        CREATE TABLE plain_parent (id int) PARTITION BY RANGE (id);
        CREATE TABLE plain_child PARTITION OF plain_parent (CHECK (evil_bool(id))) FOR VALUES FROM (0) TO (10);
        """;
}
