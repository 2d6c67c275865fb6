using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

public sealed class PlanRouterTests
{
    [Theory]
    [InlineData("SELECT 1")]
    [InlineData("(SELECT 1) UNION (SELECT 2);")]
    [InlineData("VALUES (1)")]
    [InlineData("TABLE t")]
    [InlineData("WITH a AS (SELECT 1) SELECT * FROM a")]
    [InlineData("/* x */ select ';'")]
    public void Route_Reading_IsExplained(string text) => Assert.Equal(text, Route(text).ExplainText);

    [Theory]
    [InlineData("INSERT INTO t VALUES (1)", StatementKind.Insert)]
    [InlineData("UPDATE t SET a = 1", StatementKind.Update)]
    [InlineData("WITH a AS (SELECT 1) DELETE FROM t", StatementKind.Delete)]
    [InlineData("MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE", StatementKind.Merge)]
    public void Route_Writing_IsInferred(string text, StatementKind kind)
    {
        var answer = Route(text).Answer!;

        Assert.Null(answer.Facts);
        Assert.Equal(kind, answer.Kind);
    }

    [Theory]
    [InlineData("SELECT 1 FROM t FOR UPDATE")]
    [InlineData("SELECT 1 FROM t FOR NO KEY UPDATE SKIP LOCKED")]
    [InlineData("SELECT 1 FROM t FOR SHARE")]
    [InlineData("WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a")]
    public void Route_ReadingThatWrites_IsInferred(string text) => Assert.Null(Route(text).Answer!.Facts);

    [Theory]
    [InlineData("COPY t FROM STDIN", PlanShape.BulkLoad)]
    [InlineData("SELECT 1 INTO t", PlanShape.BulkLoad)]
    [InlineData("CREATE INDEX ON t (a)", PlanShape.Maintenance)]
    [InlineData("VACUUM t", PlanShape.Maintenance)]
    [InlineData("SET a = 1", PlanShape.Utility)]
    public void Route_WithoutPlan_IsToldByKind(string text, PlanShape shape)
    {
        var facts = Route(text).Answer!.Facts!;

        Assert.Equal((shape, "kind"), (facts.Profile?.Shape, facts.Source));
    }

    [Theory]
    [InlineData("EXPLAIN ANALYZE SELECT 1 FROM t", "SELECT 1 FROM t")]
    [InlineData("explain (analyze, buffers) select 1 from t", "select 1 from t")]
    [InlineData("EXPLAIN ANALYZE VERBOSE (SELECT 1)", "(SELECT 1)")]
    [InlineData("EXPLAIN (COSTS off, ANALYZE 'on') COPY (SELECT 1) TO STDOUT", "SELECT 1")]
    public void Route_ExplainThatRunsItsStatement_IsThatStatement(string text, string inner) =>
        Assert.Equal(inner, Route(text).ExplainText);

    [Theory]
    [InlineData("EXPLAIN SELECT 1 FROM t")]
    [InlineData("EXPLAIN (SELECT 1)")]
    [InlineData("EXPLAIN (VERBOSE) SELECT 1")]
    [InlineData("EXPLAIN (ANALYZE off) DELETE FROM t")]
    public void Route_ExplainThatRunsNothing_IsUtility(string text) =>
        Assert.Equal(PlanShape.Utility, Route(text).Answer!.Facts!.Profile?.Shape);

    [Fact]
    public void Route_ExplainThatRunsAWrite_IsInferred() =>
        Assert.Null(Route("EXPLAIN (ANALYZE) UPDATE t SET a = 1").Answer!.Facts);

    [Theory]
    [InlineData("PREPARE a AS SELECT $1", "SELECT $1")]
    [InlineData("prepare \"a b\" (int, numeric(10, 2)) as select $1 + $2", "select $1 + $2")]
    [InlineData("PREPARE TRANSACTION 'x'", null)]
    [InlineData("SELECT 1", null)]
    public void Prepare_Statement_IsWhatItNames(string text, string? inner) =>
        Assert.Equal(inner, PrepareStatement.Read(text));

    [Theory]
    [InlineData("EXECUTE a", "not shown")]
    [InlineData("FETCH 10 FROM c", "not shown")]
    [InlineData("CALL p()", "not shown")]
    [InlineData("SELECT 1; SELECT 2", "several statements")]
    [InlineData("SELECT 'a", "read with certainty")]
    [InlineData("SELECT 'c\uFFFD'", "no letters in the encoding")]
    [InlineData("", "no statement")]
    [InlineData(";", "no statement")]
    public void Route_NothingToKnow_SaysWhy(string text, string reason)
    {
        var facts = Route(text).Answer!.Facts!;

        Assert.Equal(PlanState.Absent, facts.State);
        Assert.Contains(reason, facts.Source, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("EXECUTE a", false, true)]
    [InlineData("SELECT 1; SELECT 2", false, true)]
    [InlineData("SELECT 1 FROM t WHERE a = 'x", true, true)]
    [InlineData("WITH a AS (SELECT", true, true)]
    [InlineData("UPDATE t SET a = 'x", true, false)]
    [InlineData("FETCH 10 FROM c", false, false)]
    [InlineData("SELECT 1", false, false)]
    public void Route_TextThatIsNotTheStatement_IsSought(string text, bool isCut, bool isSought) =>
        Assert.Equal(
            isSought,
            PlanRouter.Route(new StatementFacts(StatementKindReader.FromText(text), "1", text, isCut)).IsOfAnotherText
        );

    private static PlanRoute Route(string text) =>
        PlanRouter.Route(new StatementFacts(StatementKindReader.FromText(text), "1", text, IsTruncated: false));
}
