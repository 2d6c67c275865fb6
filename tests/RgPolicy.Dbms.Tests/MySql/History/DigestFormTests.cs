using RgPolicy.Dbms.MySql.History;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.MySql.History;

public sealed class DigestFormTests
{
    [Theory]
    [InlineData("SELECT * FROM a WHERE i > 7 -- why", "SELECT * FROM `a` WHERE `i` > ? ")]
    [InlineData("select 1 from T where x in (1,2, 3);", "SELECT ? FROM `T` WHERE `x` IN (...) ")]
    [InlineData("insert into t values (1,'b'),(2,NULL)", "INSERT INTO `t` VALUES (...) /* , ... */ ")]
    [InlineData("select a.b - 5, -5 from a", "SELECT `a` . `b` - ? , ? FROM `a` ")]
    [InlineData("select * from t where a = _utf8mb4'x'", "SELECT * FROM `t` WHERE `a` = (_charset) ? ")]
    [InlineData("select _binary 'a', _latin1'b', _utf8mb4 0x41", "SELECT (_charset) ? , (_charset) ? , (_charset) ? ")]
    [InlineData("select a mod -1 from t where b | c && d", "SELECT `a` MOD ? FROM `t` WHERE `b` | `c` && `d` ")]
    [InlineData("select a from t limit 10, 20", "SELECT `a` FROM `t` LIMIT ?, ...")]
    [InlineData("select * from t limit 5, 10", "SELECT * FROM `t` LIMIT ?, ... ")]
    [InlineData("select distinct a from t where b <> 1", "SELECT DISTINCTROW `a` FROM `t` WHERE `b` != ? ")]
    [InlineData("select d + interval 1 day from t", "SELECT `d` + INTERVAL ? SQL_TSI_DAY FROM `t` ")]
    [InlineData(
        "select std(a), now(), current_timestamp, current_date, user() from user",
        "SELECT STDDEV_POP ( `a` ) , NOW ( ) , NOW , CURDATE , SYSTEM_USER ( ) FROM `user` "
    )]
    [InlineData("set @a := 1, @b = @@version", "SET @? := ? , @? = @@`version` ")]
    [InlineData(
        "select substr(a, 1), cast(a as char(5)) from t where a regexp 'x'",
        "SELECT SUBSTRING ( `a` , ? ) , CAST ( `a` AS CHARACTER (?) ) FROM `t` WHERE `a` RLIKE ? "
    )]
    public void Of_TextAndTheServersDigestOfIt_IsTheSame(string text, string digest)
    {
        Assert.Equal(DigestForm.Of(digest), DigestForm.Of(text));
        Assert.NotNull(DigestForm.Of(digest));
        Assert.Equal(StatementForm.Of(digest, SqlDialect.AnyMySql), StatementForm.Of(text, SqlDialect.AnyMySql));
    }

    [Theory]
    [InlineData("SELECT * FROM a", "SELECT * FROM `b`")]
    [InlineData("SELECT a FROM b WHERE c = 1", "SELECT `a` FROM `b` WHERE `c` > ?")]
    [InlineData("SELECT a FROM b", "SELECT `a` , ? FROM `b`")]
    public void Of_OtherStatement_IsAnother(string text, string digest) =>
        Assert.NotEqual(DigestForm.Of(digest), DigestForm.Of(text), StringComparer.Ordinal);

    [Theory]
    [InlineData("SELECT `a` FROM `b` WHERE `c` = ? AND ...")]
    [InlineData("SELECT `a` , ...")]
    public void Of_DigestThatTheServerCut_IsNone(string digest) => Assert.Null(DigestForm.Of(digest));
}
