namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>The tables that the forms are about: a shop's, large enough that no form is near the edge
/// of another shape.</summary>
internal static class FormTables
{
    /// <summary>Makes them.</summary>
    public static string[] Sql { get; } =
    [
        """
            SET ROLE app;
            CREATE TABLE sales (id bigint PRIMARY KEY, customer int, item int, amount numeric, day date, note text);
            INSERT INTO sales SELECT i, i % 100000, i % 2000, i % 977, DATE '2026-01-01' + i % 300, 'note ' || i % 50000 FROM generate_series(1, 400000) i;
            CREATE INDEX ON sales (customer);
            CREATE TABLE customers (id int PRIMARY KEY, name text, region int);
            INSERT INTO customers SELECT i, 'customer ' || i, i % 7 FROM generate_series(0, 99999) i;
            CREATE TABLE items (id int PRIMARY KEY, name text);
            INSERT INTO items SELECT i, 'item ' || i FROM generate_series(0, 1999) i;
            CREATE TABLE regions (id int PRIMARY KEY, name text);
            INSERT INTO regions SELECT i, 'region ' || i FROM generate_series(0, 6) i;
            CREATE TYPE kind AS ENUM ('shop', 'web');
            CREATE TABLE sales_kinds (id bigint PRIMARY KEY, kind kind);
            INSERT INTO sales_kinds SELECT i, 'shop' FROM generate_series(1, 200000) i;
            CREATE VIEW dear_sales AS SELECT * FROM sales WHERE amount > 1;
            """,
        """
            SET ROLE app;
            CREATE TABLE events (id bigint, day date, payload text, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
            CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
            CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
            CREATE TABLE events_3 PARTITION OF events FOR VALUES FROM ('2026-03-01') TO ('2026-04-01');
            INSERT INTO events SELECT i, DATE '2026-01-01' + i % 80, repeat('x', 40) FROM generate_series(1, 240000) i;
            CREATE TABLE documents (id int PRIMARY KEY, body jsonb);
            INSERT INTO documents SELECT i, jsonb_build_object('name', 'name ' || i, 'rest', repeat('y', 200)) FROM generate_series(1, 60000) i;
            CREATE TABLE notes (id bigint PRIMARY KEY, body text);
            CREATE TABLE totals (item int, total numeric, body text);
            CREATE TABLE "Odd ""Table" (id int PRIMARY KEY, "Größe" int);
            INSERT INTO "Odd ""Table" SELECT i, i FROM generate_series(1, 50000) i;
            CREATE SCHEMA tenant_a;
            CREATE TABLE tenant_a.orders (id int PRIMARY KEY, amount numeric);
            INSERT INTO tenant_a.orders SELECT i, i FROM generate_series(1, 200000) i;
            CREATE TABLE public.orders (id int PRIMARY KEY, amount numeric);
            INSERT INTO public.orders SELECT i, i FROM generate_series(1, 10) i;
            """,
        """
            SET ROLE app;
            CREATE MATERIALIZED VIEW slow_totals AS SELECT item, sum(amount) AS total, (SELECT pg_sleep(30))::text AS slept FROM sales GROUP BY item WITH NO DATA;
            CREATE FUNCTION sleeps(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM pg_sleep(10); RETURN $1; END';
            CREATE TABLE sleepy (id int);
            INSERT INTO sleepy VALUES (1), (2);
            CREATE STATISTICS sleepy_sums ON (sleeps(id)), id FROM sleepy;
            CREATE PROCEDURE work_long() LANGUAGE plpgsql AS 'BEGIN PERFORM count(*), (SELECT pg_sleep(30)) FROM sales; END';
            CREATE FUNCTION works_long() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM count(*), (SELECT pg_sleep(30)) FROM sales; RETURN 1; END';
            """,
        """
            ANALYZE sales, customers, items, regions, sales_kinds, events, documents, notes, totals, "Odd ""Table", tenant_a.orders, public.orders;
            GRANT USAGE ON SCHEMA public, tenant_a TO rgpolicy;
            GRANT SELECT ON ALL TABLES IN SCHEMA public, tenant_a TO rgpolicy;
            """,
    ];

    /// <summary>What a form may have left.</summary>
    public static string[] Again { get; } =
    [
        "DROP TABLE IF EXISTS made",
        "DELETE FROM notes WHERE id < 2000000 OR id > 2003000",
        "INSERT INTO notes SELECT i, 'x' FROM generate_series(2000000, 2003000) i ON CONFLICT DO NOTHING",
    ];
}
