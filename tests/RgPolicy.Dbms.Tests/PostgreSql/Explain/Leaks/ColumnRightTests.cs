namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Leaks;

/// <summary>A login that may read two of the three columns of a table: whatever it calls the third, the statistics of
/// that column do not decide what its statements are.</summary>
[Collection(PostgresServer.Collection)]
public sealed class ColumnRightTests(PostgresServer server)
{
    public static TheoryData<string> Hidden { get; } =
        new()
        {
            "SELECT i FROM payroll.pay p(i, w, s) WHERE s > 10",
            "SELECT i FROM payroll.pay AS p (i, w, s) WHERE p.s > 10",
            "SELECT 1 FROM payroll.pay AS \"p\"(i, w, s) WHERE s > 10",
            "SELECT 1 FROM ONLY payroll.pay p(i, w, s) WHERE s > 10",
            "SELECT 1 FROM ONLY (payroll.pay) p(i, w, s) WHERE s > 10",
            "SELECT salary FROM payroll.pay",
            "SELECT 1 FROM payroll.pay WHERE salary > 10",
            "SELECT 1 FROM payroll.pay p WHERE p.\"salary\" > 10",
            "SELECT 1 FROM payroll.pay p WHERE salary(p) > 10",
            "SELECT 1 FROM payroll.pay p WHERE (p).salary > 10",
            "SELECT 1 FROM (SELECT * FROM payroll.pay) x(i, w, s) WHERE s > 10",
            "SELECT 1 FROM (SELECT p.* FROM payroll.pay p) x(i, w, s) WHERE s > 10",
            "SELECT 1 FROM (SELECT DISTINCT ON (id) * FROM payroll.pay) x(i, w, s) WHERE s > 10",
            "SELECT 1 FROM (SELECT 1, * FROM payroll.pay) x(o, i, w, s) WHERE s > 10",
            "SELECT 1 FROM (TABLE payroll.pay) x(i, w, s) WHERE s > 10",
            "SELECT 1 FROM (SELECT payroll.pay.* FROM payroll.pay) x(i, w, s) WHERE s > 10",
            "WITH q(i, w, s) AS (SELECT * FROM payroll.pay) SELECT 1 FROM q WHERE s > 10",
            "WITH q(i, w, s) AS (TABLE payroll.pay) SELECT 1 FROM q WHERE s > 10",
            "SELECT 1 FROM (payroll.pay JOIN payroll.open USING (id)) j(i, w, s) WHERE s > 10",
            "SELECT 1 FROM (payroll.pay CROSS JOIN payroll.open) AS j(i, w, s, i2) WHERE s > 10",
            "SELECT 1 FROM payroll.open JOIN payroll.pay p(id, w, s) USING (id) WHERE s > 10",
            "SELECT 1 FROM payroll.pay NATURAL JOIN payroll.amounts",
            "SELECT 1 FROM payroll.amounts NATURAL JOIN payroll.pay",
            "SELECT 1 FROM payroll.pay JOIN payroll.amounts USING (salary)",
            "SELECT 1 FROM payroll.pay p WHERE p > ROW(1, 'a', 10)",
            "SELECT 1 FROM payroll.pay p WHERE (to_jsonb(p) ->> 'sa' || 'lary') > '10'",
            "SELECT 1 FROM payroll.pay p WHERE p.to_jsonb IS NOT NULL",
            "SELECT row_to_json(pay) FROM payroll.pay",
            "SELECT count(p) FROM payroll.pay p",
            "SELECT 1 FROM payroll.pay p, LATERAL (SELECT p.*) x(i, w, s) WHERE s > 10",
            "SELECT 1 FROM payroll.open o WHERE EXISTS (SELECT FROM payroll.pay p(i, w, s) WHERE s > o.id)",
            "(SELECT 1) UNION (SELECT 1 FROM payroll.pay p(i, w, s) WHERE s > 10)",
            "SELECT 1 FROM payroll.pay s ORDER BY s",
            "SELECT 1 FROM payroll.pay GROUP BY GROUPING SETS ((pay))",
            "SELECT id FROM payroll.pay s WHERE s IS NOT DISTINCT FROM ROW(1, 'a', 10)",
            "SELECT 1 FROM payroll.open WHERE (id, 'a', 5) IN (TABLE payroll.pay)",
            "SELECT 1 FROM payroll.open WHERE (id, 'a', 5) < ANY (SELECT * FROM payroll.pay)",
            "SELECT 1 FROM payroll.pay * p(i, w, s) WHERE s > 10",
            "SELECT 1 FROM payroll.pay p(i, w, s) TABLESAMPLE system (10) WHERE s > 10",
            "SELECT 1 FROM payroll.pay JOIN payroll.pay p2(id, w2, s2) USING (id) WHERE s2 > 10",
            "SELECT 1 FROM (payroll.pay AS p CROSS JOIN payroll.open AS o) AS j(a, b, c, d) WHERE c > 10",
            "SELECT 1 FROM ((payroll.pay)) AS j(a, b, c) WHERE c > 10",
            "WITH RECURSIVE q(i, w, s) AS (TABLE payroll.pay UNION ALL SELECT * FROM q) SELECT 1 FROM q WHERE s > 10",
            "SELECT ARRAY(SELECT p FROM payroll.pay p) FROM payroll.pay",
            "SELECT 1 FROM payroll.pay p, json_array_elements(to_json(ARRAY[p])) j WHERE (j ->> 'sal' || 'ary')::int > 10",
            "VALUES ((SELECT p FROM payroll.pay p LIMIT 1))",
            "SELECT 1 FROM payroll.pay p WHERE (SELECT p) = (SELECT ROW(1, 'a', 10))",
            "SELECT 1 FROM payroll.pay p JOIN LATERAL (SELECT p.*) x(i, w, s) ON s > 10",
            "SELECT 1 FROM payroll.open UNION ALL SELECT s FROM payroll.pay AS \"p q\"(i, w, s) WHERE s > 10",
        };

    public static TheoryData<string> Allowed { get; } =
        new()
        {
            "SELECT id, worker FROM payroll.pay WHERE worker = 'w7'",
            "SELECT p.id * 2, count(*) FROM payroll.pay p GROUP BY p.id",
            "SELECT count(*) FROM payroll.pay AS p WHERE p.id BETWEEN 1 AND 5",
            "WITH q(i) AS (SELECT id FROM payroll.pay) SELECT * FROM q WHERE i = 5",
            "SELECT x.* FROM (SELECT id, worker FROM payroll.pay) x(i, w) WHERE w = 'w5'",
            "SELECT * FROM payroll.open o WHERE o.id IN (SELECT id FROM payroll.pay)",
            "SELECT o.*, p.id AS pay FROM payroll.open o JOIN payroll.pay p USING (id)",
            "SELECT g.* FROM payroll.pay p, generate_series(1, 2) g(s) WHERE p.id = g.s",
        };

    [Theory]
    [MemberData(nameof(Hidden))]
    public async Task Explain_ColumnWithoutRight_HasNoPlan(string text) =>
        Assert.Contains("its login may not read pay", await SourceAsync(text), StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Allowed))]
    public async Task Explain_ColumnsWithRight_HaveAPlan(string text) =>
        Assert.Equal("re-explain", await SourceAsync(text));

    private async Task<string> SourceAsync(string text)
    {
        await MakeAsync();
        await using var probe = new ExplainProbe(server.Connection(), "column_rights");
        var login = (uint)(await server.Cluster.ScalarAsync("SELECT 'clerk'::regrole::oid", "column_rights"))!;
        for (var attempt = 0; ; attempt++)
        {
            var answer = await probe.ExplainOnceAsync(text, login);
            if (answer.Failures == 0 || attempt > 20)
                return answer.Facts!.Source;
        }
    }

    private async Task MakeAsync()
    {
        if (await server.Cluster.ScalarAsync("SELECT 1 FROM pg_database WHERE datname = 'column_rights'") is not null)
            return;
        await server.Cluster.ExecuteAsync("CREATE ROLE clerk LOGIN");
        await server.Cluster.ExecuteAsync("CREATE DATABASE column_rights");
        await server.Cluster.ExecuteAsync(
            """
            CREATE SCHEMA payroll;
            CREATE TABLE payroll.pay (id int, worker text, salary int);
            CREATE TABLE payroll.open (id int);
            CREATE TABLE payroll.amounts (salary int);
            INSERT INTO payroll.pay SELECT i, 'w' || i, i FROM generate_series(1, 1000) i;
            ANALYZE;
            GRANT USAGE ON SCHEMA payroll TO clerk, rgpolicy;
            GRANT SELECT ON ALL TABLES IN SCHEMA payroll TO rgpolicy;
            GRANT SELECT ON payroll.open, payroll.amounts TO clerk;
            GRANT SELECT (id, worker) ON payroll.pay TO clerk
            """,
            "column_rights"
        );
    }
}
