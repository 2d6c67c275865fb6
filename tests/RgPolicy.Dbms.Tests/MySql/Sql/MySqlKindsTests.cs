using RgPolicy.Dbms.MySql.Sql;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql.Sql;

public sealed class MySqlKindsTests
{
    [Theory]
    [InlineData("select 1", StatementKind.Select)]
    [InlineData("  (SELECT 1) UNION (SELECT 2)", StatementKind.Select)]
    [InlineData("# insert\n-- update\n/* delete */ select 1", StatementKind.Select)]
    [InlineData("/*!50000 INSERT */ INTO t VALUES (1)", StatementKind.Insert)]
    [InlineData("/*M!100100 DELETE */ /*!99999 FROM */ t", StatementKind.Delete)]
    [InlineData("REPLACE INTO t VALUES (1)", StatementKind.Insert)]
    [InlineData("WITH x AS (SELECT 1) UPDATE t SET a = 1", StatementKind.Update)]
    [InlineData("with x as (update t set a = 1) select * from x", StatementKind.Select)]
    [InlineData("DELETE FROM t", StatementKind.Delete)]
    [InlineData("load data local infile 'f' into table t", StatementKind.BulkLoad)]
    [InlineData("CREATE TABLE t AS SELECT * FROM o", StatementKind.BulkLoad)]
    [InlineData("CREATE TABLE t AS TABLE o", StatementKind.BulkLoad)]
    [InlineData("create table if not exists t table o", StatementKind.BulkLoad)]
    [InlineData("CREATE TABLE t VALUES ROW(1), ROW(2)", StatementKind.BulkLoad)]
    [InlineData("CREATE TABLE t AS VALUES (1), (2)", StatementKind.BulkLoad)]
    [InlineData("CREATE TABLE `select` (a INT)", StatementKind.Utility)]
    [InlineData("CREATE TABLE t LIKE `table`", StatementKind.Utility)]
    [InlineData(
        "CREATE TABLE t (a INT) PARTITION BY RANGE (a) (PARTITION p VALUES LESS THAN (9))",
        StatementKind.Utility
    )]
    [InlineData("EXPLAIN SELECT 1", StatementKind.Utility)]
    [InlineData("DESC t", StatementKind.Utility)]
    [InlineData("EXPLAIN ANALYZE SELECT 1", StatementKind.Select)]
    [InlineData("explain analyze format=tree with x as (select 1) select * from x", StatementKind.Select)]
    [InlineData("DESC ANALYZE TABLE t", StatementKind.Select)]
    [InlineData("DESCRIBE ANALYZE DELETE FROM t", StatementKind.Delete)]
    [InlineData("CREATE UNIQUE INDEX i ON t (a)", StatementKind.IndexBuild)]
    [InlineData("ALTER TABLE t ADD INDEX (a)", StatementKind.IndexBuild)]
    [InlineData("ALTER TABLE t ENGINE = InnoDB", StatementKind.Maintenance)]
    [InlineData("ANALYZE TABLE t", StatementKind.Maintenance)]
    [InlineData("ANALYZE FORMAT=JSON SELECT 1", StatementKind.Select)]
    [InlineData("OPTIMIZE TABLE t", StatementKind.Maintenance)]
    [InlineData("SET STATEMENT max_statement_time = 1 FOR DELETE FROM t", StatementKind.Delete)]
    [InlineData("SET @x = (SELECT COUNT(*) FROM t)", StatementKind.Other)]
    [InlineData("SET NAMES utf8mb4", StatementKind.Utility)]
    [InlineData("COMMIT", StatementKind.Utility)]
    [InlineData("CALL p()", StatementKind.Other)]
    [InlineData("DO BENCHMARK(1, 1)", StatementKind.Other)]
    [InlineData("ANALYZE ANALYZE SELECT 1", StatementKind.Select)]
    [InlineData("", StatementKind.Other)]
    [InlineData("'", StatementKind.Other)]
    [InlineData("/*", StatementKind.Other)]
    public void Of_Text_IsItsKind(string text, StatementKind kind) =>
        Assert.Equal(kind, MySqlKinds.Of(text, SqlLexer.Tokens(text, SqlDialect.AnyMySql)));

    [Theory]
    [InlineData("commit", true)]
    [InlineData("ROLLBACK;", true)]
    [InlineData("BEGIN", true)]
    [InlineData("BEGIN WORK", true)]
    [InlineData("START TRANSACTION READ ONLY", true)]
    [InlineData("SET SESSION TRANSACTION READ ONLY", true)]
    [InlineData("set autocommit = 1", true)]
    [InlineData("XA COMMIT 'x'", true)]
    [InlineData("RELEASE SAVEPOINT a", true)]
    [InlineData("BEGIN NOT ATOMIC SELECT 1; END", false)]
    [InlineData("SET autocommit = (SELECT SLEEP(1))", false)]
    [InlineData("COMMIT; SELECT 1", false)]
    [InlineData("START SLAVE", false)]
    [InlineData("SELECT 1", false)]
    [InlineData("", false)]
    public void IsAll_Text_IsTransactionControlOnly(string text, bool isControl) =>
        Assert.Equal(isControl, MySqlTransactionControl.IsAll(text, SqlLexer.Tokens(text, SqlDialect.AnyMySql)));
}
