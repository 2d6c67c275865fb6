using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>A database in which the application laid every trap that planning could step into. Each function gives
/// itself away when it is run as RgPolicy's role: it takes an advisory lock and fails with a state of its own, which
/// reasons tell.</summary>
internal static class HostileDatabase
{
    public const string Name = "hostile";
    public const string OtherName = "hostile_equality";
    public const string Evidence = "SQLSTATE RGRAN";

    public static async Task MakeAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync("CREATE DATABASE hostile");
        await cluster.ExecuteAsync("GRANT ALL ON SCHEMA public TO app", Name);
        await cluster.ExecuteAsync("SET ROLE app;" + Trap + Traps, Name);
        await cluster.ExecuteAsync(Kept, Name);
    }

    /// <summary>Another database, whose trap is the equality of a number and a text: almost every
    /// statement could mean it.</summary>
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
                    RAISE EXCEPTION 'EXECUTED' USING ERRCODE = 'RGRAN';
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
        CREATE TABLE keyed (id int) PARTITION BY RANGE ((id + evil_int(1)));
        CREATE TABLE keyed_1 PARTITION OF keyed FOR VALUES FROM (0) TO (10);
        CREATE TABLE with_is ("is" int);
        CREATE INDEX ON with_is ("is") WHERE evil_bool(5);
        CREATE FUNCTION evil_body() RETURNS guarded_pair LANGUAGE sql AS 'SELECT ''(1,a)''::public.guarded_pair';
        """;

    // What the DBA made, and what the application's functions came into all the same.
    private const string Kept = """
        CREATE SCHEMA kept;
        CREATE TABLE kept.bills (id int PRIMARY KEY, note text, customer int);
        INSERT INTO kept.bills SELECT i, 'note ' || i, i % 10 FROM generate_series(1, 1000) i;
        CREATE VIEW kept.bills_view AS SELECT id, upper(note) AS note FROM kept.bills;
        CREATE TABLE kept.parted (id int) PARTITION BY RANGE (id);
        CREATE TABLE kept.parted_low PARTITION OF kept.parted FOR VALUES FROM (0) TO (10);
        CREATE VIEW kept.calls AS SELECT id, public.evil_int(1) AS e FROM kept.bills;
        CREATE VIEW kept.calls_deep AS SELECT * FROM kept.calls WHERE id > 5;
        CREATE VIEW kept.reads AS SELECT * FROM public.indexed;
        CREATE VIEW kept.compares AS SELECT * FROM kept.bills WHERE 1 OPERATOR(public.@@@) 2;
        CREATE TABLE kept.with_index (id int);
        CREATE INDEX ON kept.with_index ((public.evil_int(id)));
        CREATE TABLE kept.with_predicate (id int);
        CREATE INDEX ON kept.with_predicate (id) WHERE public.evil_bool(5);
        CREATE TABLE kept.with_check (id int CHECK (public.evil_bool(5)));
        CREATE TABLE kept.with_statistics (id int, other int);
        CREATE STATISTICS kept.both_of_them ON (public.evil_int(id)), (public.evil_int(5)) FROM kept.with_statistics;
        CREATE TABLE kept.with_type (p public.guarded_pair);
        CREATE TABLE kept.with_domain (g public.guarded);
        CREATE TABLE kept.with_range (r public.evil_range);
        CREATE TABLE kept.with_key (id int) PARTITION BY RANGE ((public.evil_int(id)));
        CREATE TABLE kept.with_child (id int) PARTITION BY RANGE (id);
        CREATE TABLE kept.with_child_1 PARTITION OF kept.with_child (CHECK (public.evil_bool(5))) FOR VALUES FROM (0) TO (10);
        CREATE TABLE kept.foreign_child (id int) PARTITION BY RANGE (id);
        CREATE TABLE kept.foreign_child_1 PARTITION OF kept.foreign_child FOR VALUES FROM (0) TO (10);
        ALTER TABLE kept.foreign_child_1 OWNER TO app;
        CREATE TABLE kept.given (id int);
        ALTER TABLE kept.given OWNER TO app;
        CREATE TABLE kept.row_security (id int);
        ALTER TABLE kept.row_security ENABLE ROW LEVEL SECURITY;
        CREATE SCHEMA hostile;
        CREATE TABLE kept.typed (id int, p public.guarded_pair) PARTITION BY RANGE (id);
        CREATE TABLE kept.typed_1 PARTITION OF kept.typed FOR VALUES FROM (0) TO (10);
        CREATE SCHEMA given AUTHORIZATION app;
        CREATE TABLE given.ledger (id int);
        CREATE FUNCTION kept.wraps(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT public.evil_int($1)';
        CREATE FUNCTION kept.wraps_later(int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT public.evil_int(1)';
        CREATE FUNCTION kept.runs(text) RETURNS int LANGUAGE plpgsql STABLE AS
            'DECLARE i int; BEGIN EXECUTE $1 INTO i; RETURN i; END';
        CREATE VIEW kept.wrapped AS SELECT kept.wraps(1) AS w;
        CREATE VIEW kept.checks AS SELECT domain_in('x'::cstring, 'public.guarded'::regtype, -1)::text AS t;
        """;
}
