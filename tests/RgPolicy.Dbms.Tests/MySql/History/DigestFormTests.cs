using RgPolicy.Dbms.MySql.History;

namespace RgPolicy.Dbms.Tests.MySql.History;

public sealed class DigestFormTests
{
    [Theory]
    [InlineData("SELECT * FROM a WHERE i > 7 -- why", "SELECT * FROM `a` WHERE `i` > ? ")]
    [InlineData("select 1 from T where x in (1,2, 3);", "SELECT ? FROM `T` WHERE `x` IN (...) ")]
    [InlineData("insert into t values (1,'b'),(2,NULL)", "INSERT INTO `t` VALUES (...) /* , ... */ ")]
    [InlineData("select a.b - 5, -5 from a", "SELECT `a` . `b` - ? , ? FROM `a` ")]
    [InlineData("select * from t where a = _utf8mb4'x'", "SELECT * FROM `t` WHERE `a` = (_charset) ? ")]
    [InlineData(
        "select _binary 'a', _latin1\"b\", _utf8mb4 0x41",
        "SELECT (_charset) ? , (_charset) ? , (_charset) ? "
    )]
    [InlineData("select a mod -1 from t where b | c && d", "SELECT `a` MOD ? FROM `t` WHERE `b` | `c` && `d` ")]
    public void Of_TextAndTheServersDigestOfIt_IsTheSame(string text, string digest) =>
        Assert.Equal(DigestForm.Of(digest), DigestForm.Of(text));

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
