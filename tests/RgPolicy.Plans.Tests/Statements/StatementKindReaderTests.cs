namespace RgPolicy.Plans.Tests.Statements;

public class StatementKindReaderTests
{
    [Theory]
    [InlineData("SELECT 1", StatementKind.Select)]
    [InlineData("(SELECT 1) UNION (SELECT 2)", StatementKind.Select)]
    [InlineData("VALUES (1),(2)", StatementKind.Select)]
    [InlineData("TABLE t", StatementKind.Select)]
    [InlineData("SELECT * FROM t FOR UPDATE", StatementKind.Select)]
    [InlineData("SELECT 'into x' FROM t", StatementKind.Select)]
    [InlineData("SELECT E'\\' INTO x' FROM t", StatementKind.Select)]
    [InlineData("SELECT \"INTO\" FROM t", StatementKind.Select)]
    [InlineData("SELECT (SELECT 1) AS into_x FROM t", StatementKind.Select)]
    [InlineData("SELECT * INTO copy FROM t", StatementKind.BulkLoad)]
    [InlineData("SELECT a, (SELECT max(b) FROM u) INTO TEMP copy FROM t", StatementKind.BulkLoad)]
    [InlineData("INSERT INTO t VALUES (1)", StatementKind.Insert)]
    [InlineData("UPDATE t SET a = 1", StatementKind.Update)]
    [InlineData("DELETE FROM t", StatementKind.Delete)]
    [InlineData("MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE", StatementKind.Merge)]
    [InlineData("-- a comment\nUPDATE t SET a = 1", StatementKind.Update)]
    [InlineData("/* a /* nested */ comment */ DELETE FROM t", StatementKind.Delete)]
    [InlineData("; ; SELECT 1", StatementKind.Select)]
    public void FromText_Verbs(string sql, StatementKind kind) => Assert.Equal(kind, StatementKindReader.FromText(sql));

    [Theory]
    [InlineData("WITH a AS (SELECT 1) SELECT * FROM a", StatementKind.Select)]
    [InlineData(
        "WITH RECURSIVE a(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM a) SELECT * FROM a",
        StatementKind.Select
    )]
    [InlineData("WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", StatementKind.Insert)]
    [InlineData(
        "WITH a AS MATERIALIZED (SELECT 1), b AS NOT MATERIALIZED (SELECT 2) UPDATE t SET x = 1",
        StatementKind.Update
    )]
    [InlineData("WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone", StatementKind.Delete)]
    [InlineData("WITH gone AS (DELETE FROM t RETURNING *) INSERT INTO old SELECT * FROM gone", StatementKind.Insert)]
    [InlineData("WITH a AS (SELECT 'x) DELETE FROM y') SELECT 1", StatementKind.Select)]
    [InlineData("WITH a AS (WITH b AS (SELECT 1) SELECT * FROM b) SELECT * FROM a", StatementKind.Select)]
    [InlineData("WITH a AS (SELECT 1) SELECT * INTO copy FROM a", StatementKind.BulkLoad)]
    [InlineData("(WITH a AS (SELECT 1) SELECT * FROM a)", StatementKind.Select)]
    public void FromText_With(string sql, StatementKind kind) => Assert.Equal(kind, StatementKindReader.FromText(sql));

    [Theory]
    [InlineData("COPY t FROM STDIN", StatementKind.BulkLoad)]
    [InlineData("COPY t (a, b) FROM '/tmp/x' WITH (FORMAT csv)", StatementKind.BulkLoad)]
    [InlineData("COPY t TO STDOUT", StatementKind.Select)]
    [InlineData("COPY (SELECT * FROM t) TO STDOUT", StatementKind.Select)]
    [InlineData("COPY (DELETE FROM t RETURNING *) TO STDOUT", StatementKind.Delete)]
    [InlineData("CREATE TEMP TABLE t AS SELECT 1", StatementKind.BulkLoad)]
    [InlineData("CREATE MATERIALIZED VIEW v AS SELECT 1", StatementKind.BulkLoad)]
    [InlineData("CREATE TABLE t (a int GENERATED ALWAYS AS (b + 1) STORED, b int)", StatementKind.Utility)]
    [InlineData("CREATE UNIQUE INDEX CONCURRENTLY i ON t (a)", StatementKind.IndexBuild)]
    [InlineData("REINDEX TABLE t", StatementKind.IndexBuild)]
    [InlineData("CREATE VIEW v AS SELECT 1", StatementKind.Utility)]
    [InlineData("CREATE OR REPLACE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql", StatementKind.Utility)]
    [InlineData("VACUUM (ANALYZE) t", StatementKind.Maintenance)]
    [InlineData("analyze t", StatementKind.Maintenance)]
    [InlineData("CLUSTER t", StatementKind.Maintenance)]
    [InlineData("REFRESH MATERIALIZED VIEW v", StatementKind.Maintenance)]
    [InlineData("SET work_mem = '1GB'", StatementKind.Utility)]
    [InlineData("SHOW all", StatementKind.Utility)]
    [InlineData("BEGIN", StatementKind.Utility)]
    [InlineData("EXPLAIN SELECT 1", StatementKind.Utility)]
    [InlineData("PREPARE p AS SELECT 1", StatementKind.Utility)]
    [InlineData("EXECUTE p", StatementKind.Utility)]
    [InlineData("DROP TABLE t", StatementKind.Utility)]
    [InlineData("CALL p()", StatementKind.Other)]
    [InlineData("DO $$ BEGIN DELETE FROM t; END $$", StatementKind.Other)]
    [InlineData("", StatementKind.Other)]
    [InlineData("/* never closed", StatementKind.Other)]
    [InlineData("'a string'", StatementKind.Other)]
    public void FromText_Commands(string sql, StatementKind kind) =>
        Assert.Equal(kind, StatementKindReader.FromText(sql));

    [Fact]
    public void FromText_RandomText_NeverThrows()
    {
        string[] pieces =
        [
            "SELECT",
            "WITH",
            "a",
            "AS",
            "(",
            ")",
            "'",
            "\"",
            "$$",
            "$x$",
            "--",
            "/*",
            "*/",
            "\n",
            "\\",
            ";",
            "COPY",
            "CREATE",
            "TABLE",
            "E'",
            "INTO",
            "\0",
            "é",
        ];
        var random = new Random(42);
        for (var i = 0; i < 5000; i++)
        {
            var words = Enumerable.Range(0, random.Next(30)).Select(_ => pieces[random.Next(pieces.Length)]);
            Assert.True(
                Enum.IsDefined(StatementKindReader.FromText(string.Join(random.Next(2) == 0 ? " " : "", words)))
            );
        }
    }
}
