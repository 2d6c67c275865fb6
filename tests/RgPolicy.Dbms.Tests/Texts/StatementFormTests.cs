using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.Texts;

public sealed class StatementFormTests
{
    [Theory]
    [InlineData("SELECT  a FROM t WHERE id=5", "select a from t where id = ?")]
    [InlineData("select a -- c\n from t /* d */ where id = 'x''y';", "select a from t where id = ?")]
    [InlineData("select \"A\" from t where id in (1, 2 ,3)", "select \"A\" from t where id in ( ? )")]
    [InlineData("select $1, E'\\'' , $$x$$", "select ? , ? , ?")]
    [InlineData("select a - 1, b + -2, -3 from t", "select a - ? , b + ? , ? from t")]
    [InlineData("select a is null, b is not true, null", "select a is null , b is not true , ?")]
    [InlineData("create table t (a int default 5 not null)", "create table t ( a int default ? not null )")]
    [InlineData("select a, a from t where b in (c, c)", "select a , a from t where b in ( c , c )")]
    [InlineData("", "")]
    public void Of_Text_IsWithoutWhatDoesNotMatter(string text, string expected) =>
        Assert.Equal(expected, StatementForm.Of(text, SqlDialect.PostgreSql));

    [Theory]
    [InlineData("select 1 from t where a in (1,2,3)", "select 1 from t where a in (-1, +2, - 3, 4)")]
    [InlineData("select 1 from t where a = 5 limit 1", "select 1 from t where a = -5 limit 1")]
    [InlineData("select 1 from t where a = 1000", "select 1 from t where a = 1_000")]
    [InlineData("select substring(a from 2 for 3)", "select substring(a from 2 for -3)")]
    [InlineData("select 1 from t where a ilike 'x'", "select 1 from t where a ilike null")]
    [InlineData("select 1 from t where a = 1000", "select 1 from t where a = 0x1F")]
    [InlineData("select 1 from t where a in ('x'::text)", "select 1 from t where a in ('x'::text,'y'::text)")]
    [InlineData(
        "select 1 from t where a in (1::numeric(10,2))",
        "select 1 from t where a in (1::numeric(10,2), 2::numeric(8), 3)"
    )]
    [InlineData("select 1 from t where a in (date '2020-01-01')", "select 1 from t where a in (date 'x', date 'y')")]
    [InlineData("select 1 from t where a = any(array[1])", "select 1 from t where a = any(array[1,2,-3])")]
    [InlineData("select 1 from t where (a,b) in ((1,2))", "select 1 from t where (a,b) in ((1,2),(3,4),(-5,null))")]
    [InlineData("select 1 from t where (a,b) in (row(1,2))", "select 1 from t where (a,b) in (row(1,2),row(3,4))")]
    [InlineData("insert into t values (1,2)", "insert into t values (1,2),(3,4),(5,6)")]
    [InlineData("insert into t values (1,2)", "insert into t values (1,null),(default,4),($1,$2)")]
    [InlineData("insert into t values (1,now())", "insert into t values (2,now()),(3,now()) ")]
    [InlineData(
        "insert into t values (1) on conflict do nothing",
        "insert into t values (1),(2) on conflict do nothing"
    )]
    [InlineData("update t set a = null where b = 1", "update t set a = 5 where b = 2")]
    [InlineData("select 1 from t where a in ('00', '01', '0", "select 1 from t where a in ('10', '11', '12',")]
    [InlineData("select 1 from t where a in ('00', '01', '0", "select 1 from t where a in ('10', '11', '12'")]
    [InlineData("select 1 from t where a in (1, 2", "select 1 from t where a in (1, 2, -")]
    [InlineData("insert into t values (1,'a'),(2,'b'),(3", "insert into t values (1,'a'),(2,'b'),(3,'xx")]
    [InlineData("insert into t values (1,'a'),(2,'b'),(", "insert into t values (1,'a'),(2,'b'),")]
    [InlineData("select 1 from t where a in (1, '-1'::integer)", "select 1 from t where a in ('-1'::integer, 1, 2)")]
    [InlineData("select 1 from t where a in (1)", "select 1 from t where a in ('-1'::integer)")]
    [InlineData("select a from t where a = 1 order by b desc, 2", "select a from t where a = 7 order by b desc, 2")]
    [InlineData("select a from \"t\" where \"a\" = 1", "select a from t where a = 2")]
    [InlineData("select * from (values (1,'a')) v(a)", "select * from (values (1,'a'),(-2,null)) v(a)")]
    [InlineData(
        "insert into t values (1,'a') on conflict do update set a = 1, b = 2",
        "insert into t values (1,'a'),(2,'b') on conflict do update set a = 3, b = 4"
    )]
    [InlineData("select 1 from t where a <> 1", "select 1 from t where a != 2")]
    public void Fingerprint_OtherDataOfPostgreSql_IsTheSame(string one, string other) =>
        Assert.Equal(StatementForm.Of(one, SqlDialect.PostgreSql), StatementForm.Of(other, SqlDialect.PostgreSql));

    [Theory]
    [InlineData("SELECT  a FROM t WHERE b=1", "select a from t where b = 'x\\'y' # end")]
    [InlineData("select * from t where a in (1,2,3)", "SELECT * FROM t WHERE a IN (-4)")]
    [InlineData("insert into t values (1,'a'),(2,'b')", "INSERT INTO t VALUES (3,'c')")]
    [InlineData("insert into t values (1,NULL),(2,5)", "INSERT INTO t VALUES (1,NULL),(2,5),(3,NULL)")]
    [InlineData("update t set a=NULL where id=1", "UPDATE t SET a=5 WHERE id=1")]
    [InlineData("select `a` from `t` where a=5", "SELECT a FROM t WHERE a=5")]
    [InlineData("select a*b from t", "SELECT a*/*c*/b FROM t")]
    [InlineData("select 0x1f, .5, 1e-3", "SELECT 1, 2, 3")]
    [InlineData("select a div 2, b from t where c xor 1", "SELECT a DIV -2, b FROM t WHERE c XOR -1")]
    [InlineData("select 1 from t where a rlike 'x'", "SELECT 1 FROM t WHERE a RLIKE NULL")]
    [InlineData("select 1 from t where a in ('a','b", "select 1 from t where a in ('a','b','c',")]
    [InlineData("select 1 from t where a in (1, 2)", "SELECT ? FROM `t` WHERE `a` IN (...)")]
    [InlineData("insert into t values (1, 'a'), (2, 'b')", "INSERT INTO `t` VALUES (...) /* , ... */")]
    [InlineData("select a from t limit 5, 10", "SELECT `a` FROM `t` LIMIT ?, ...")]
    [InlineData(
        "select a mod -1 from t where b like 'x' escape '|'",
        "SELECT a MOD 5 FROM t WHERE b LIKE 'y' ESCAPE NULL"
    )]
    [InlineData("select 1 from t where a = _utf8mb4'x'", "SELECT ? FROM `t` WHERE `a` = (_charset) ?")]
    [InlineData("select 1 from t where a in (_utf8mb4'x', _latin1 x'41')", "SELECT 1 FROM t WHERE a IN (N'x')")]
    [InlineData("insert into t values (_binary 'a', 1)", "INSERT INTO t VALUES (_binary 'a', 1), (_binary 'b', NULL)")]
    [InlineData("select 1 from t where a | b && c", "SELECT ? FROM `t` WHERE `a` | `b` && `c`")]
    [InlineData("insert into t values (1, \\N)", "INSERT INTO t VALUES (NULL, 2)")]
    public void Fingerprint_OtherDataOfMySql_IsTheSame(string one, string other) =>
        Assert.Equal(StatementForm.Of(one, SqlDialect.MySql), StatementForm.Of(other, SqlDialect.MySql));

    [Theory]
    [InlineData("postgresql", "select 1 from a", "select 1 from b")]
    [InlineData("postgresql", "select a from t where b is null", "select a from t where b is not null")]
    [InlineData("postgresql", "select a from t where b = 1", "select a from t where b < 1")]
    [InlineData("postgresql", "select a from t where b in (1)", "select a from t where b not in (1)")]
    [InlineData("postgresql", "select 1, 2 from t", "select 1, 2, 3 from t")]
    [InlineData("postgresql", "select abs(1), abs(2)", "select abs(1)")]
    [InlineData("postgresql", "select f(1, 2)", "select f(1, 2, 3)")]
    [InlineData("postgresql", "select row(1, 2)", "select row(1, 2, 3)")]
    [InlineData("postgresql", "select a, b from t order by 1", "select a, b from t order by 2")]
    [InlineData("postgresql", "select a, b from t group by a, 2", "select a, b from t group by a, 1")]
    [InlineData("postgresql", "select '1'::int", "select '1'::text")]
    [InlineData("postgresql", "select \"user\" from t", "select user from t")]
    [InlineData("postgresql", "select a from \"T\"", "select a from t")]
    [InlineData("mysql", "select 1 from a", "select 1 from b")]
    [InlineData("mysql", "select 1 from \"hot\" where \"id\" < 900", "select 1 from \"t\" where \"id\" < 500000")]
    [InlineData("mysql", "select a from t where a | b && c", "select a from t where a || b & c")]
    [InlineData("mysql", "select a from t where a | b && c", "select a from t where a | b & c")]
    [InlineData("mysql", "select (_a) - 1 from t", "select (_b) - 1 from t")]
    [InlineData("postgresql", "select mod - 1 from t", "select mod + 1 from t")]
    [InlineData("mysql", "select a from `a b`", "select a from `a c`")]
    [InlineData("mysql", "select a from 2023_sales", "select a from 2024_sales")]
    public void Fingerprint_OtherStatement_IsAnother(string dbms, string one, string other) =>
        Assert.NotEqual(
            StatementForm.Fingerprint(one, SqlDialects.Of(dbms)),
            StatementForm.Fingerprint(other, SqlDialects.Of(dbms)),
            StringComparer.Ordinal
        );

    [Fact]
    public void Fingerprint_OtherLiterals_IsTheSame() =>
        Prop.ForAll(
                Gen.Two(Gen.Choose(-1_000_000, 1_000_000)).ToArbitrary(),
                p => Fingerprint(p.Item1) == Fingerprint(p.Item2)
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Of_RowsOfAnyValues_IsThatOfOne() =>
        Prop.ForAll(
                Gen.Two(Gen.Elements("1", "-1", "'a'", "null", "default", "$1", "1.5e3", "true", "x'1f'"))
                    .NonEmptyListOf()
                    .ToArbitrary(),
                rows =>
                    StatementForm
                        .Of(
                            "insert into t values " + string.Join(",", rows.Select(r => $"({r.Item1}, {r.Item2})")),
                            SqlDialect.PostgreSql
                        )
                        .Replace("::text", "", StringComparison.Ordinal) == "insert into t values ( ? )"
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Of_NormalText_StaysAsItIs() =>
        Prop.ForAll(
                Gen.Elements("select", "a", "from", "T1", "'x'", "12", "$1", ",", "(", ")", "\"Q\"", "=", "\n")
                    .ListOf()
                    .ToArbitrary(),
                words => IsStable(string.Join(' ', words))
            )
            .QuickCheckThrowOnFailure();

    private static bool IsStable(string text)
    {
        var form = StatementForm.Of(text, SqlDialect.PostgreSql);
        return StatementForm.Of(form.Replace("?", "$1", StringComparison.Ordinal), SqlDialect.PostgreSql) == form;
    }

    private static string Fingerprint(int value) =>
        StatementForm.Fingerprint($"SELECT a FROM t WHERE id = {value} AND b = '{value}'", SqlDialect.PostgreSql);
}
