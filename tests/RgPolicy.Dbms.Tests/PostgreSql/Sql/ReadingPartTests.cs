using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class ReadingPartTests
{
    [Theory]
    [InlineData("UPDATE t SET a = 1", "SELECT 1 FROM t")]
    [InlineData(
        "update only s.\"T\" as x set a = (select b from u where c = 2), d = 'from' Where x.e = $3 Returning a;",
        "SELECT 1 FROM only s.\"T\" as x Where x.e = $3"
    )]
    [InlineData(
        "UPDATE t SET a = u.a FROM u JOIN v ON u.b = v.b WHERE t.b IS DISTINCT FROM u.b",
        "SELECT 1 FROM t, u JOIN v ON u.b = v.b WHERE t.b IS DISTINCT FROM u.b"
    )]
    [InlineData("DELETE FROM t", "SELECT 1 FROM t")]
    [InlineData(
        "/* x */ DELETE FROM t x USING u, v WHERE x.a = u.a -- all\n RETURNING *",
        "/* x */ SELECT 1 FROM t x, u, v WHERE x.a = u.a"
    )]
    [InlineData(
        "WITH a AS (SELECT 1) DELETE FROM t WHERE b IN (SELECT * FROM a)",
        "WITH a AS (SELECT 1) SELECT 1 FROM t WHERE b IN (SELECT * FROM a)"
    )]
    [InlineData("INSERT INTO t SELECT * FROM u", "SELECT * FROM u")]
    [InlineData(
        "INSERT INTO s.t (a, b) OVERRIDING USER VALUE WITH x AS (SELECT 1) SELECT * FROM u JOIN x ON true ON "
            + "CONFLICT (a) DO UPDATE SET b = 1 WHERE t.a > 2 RETURNING a",
        "WITH x AS (SELECT 1) SELECT * FROM u JOIN x ON true"
    )]
    [InlineData("INSERT INTO t (a) TABLE u;", "TABLE u")]
    [InlineData("INSERT INTO t (a) VALUES (1), ($1) ON CONFLICT DO NOTHING", "VALUES (1), ($1)")]
    [InlineData("MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE", "SELECT 1 FROM s LEFT JOIN t ON true")]
    [InlineData(
        "WITH w AS (SELECT 1) MERGE INTO ONLY a.t x USING (SELECT * FROM u ON_, v) AS s (p) ON x.a = s.p WHEN NOT "
            + "MATCHED BY SOURCE AND x.b > 1 THEN DELETE WHEN MATCHED THEN DO NOTHING RETURNING *",
        "WITH w AS (SELECT 1) SELECT 1 FROM (SELECT * FROM u ON_, v) AS s (p) FULL JOIN ONLY a.t x ON x.a = s.p"
    )]
    public void Of_Write_IsTheQueryThatFindsItsRows(string text, string expected) =>
        Assert.Equal(expected, ReadingPart.Of(text));

    [Theory]
    [InlineData("INSERT INTO t DEFAULT VALUES")]
    [InlineData("INSERT INTO t (SELECT 1)")]
    [InlineData("UPDATE t SET a = b IS DISTINCT FROM c")]
    [InlineData("UPDATE t SET a = 1 WHERE CURRENT OF c")]
    [InlineData("UPDATE t")]
    [InlineData("DELETE t")]
    [InlineData("MERGE INTO t USING s")]
    [InlineData("SELECT 1 FROM t FOR UPDATE")]
    [InlineData("WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a")]
    [InlineData("WITH")]
    [InlineData("")]
    public void Of_AnythingElse_IsNone(string text) => Assert.Null(ReadingPart.Of(text));

    [Theory]
    [InlineData("SELECT * FROM t FOR UPDATE", "SELECT * FROM t")]
    [InlineData("SELECT * FROM t WHERE a = 1 for no key update OF t NOWAIT;", "SELECT * FROM t WHERE a = 1")]
    [InlineData(
        "SELECT * FROM t, u ORDER BY a FOR SHARE OF t, s.u SKIP LOCKED FOR KEY SHARE LIMIT 5",
        "SELECT * FROM t, u ORDER BY a  LIMIT 5"
    )]
    public void WithoutLocks_QueryThatLocks_IsTheQuery(string text, string expected) =>
        Assert.Equal(expected, ReadingPart.WithoutLocks(text));

    [Theory]
    [InlineData("SELECT * FROM (SELECT * FROM t FOR UPDATE) x")]
    [InlineData("SELECT substring(a FROM 1 FOR 2) FROM t")]
    public void WithoutLocks_NoneOutsideOfBrackets_IsNone(string text) => Assert.Null(ReadingPart.WithoutLocks(text));
}
