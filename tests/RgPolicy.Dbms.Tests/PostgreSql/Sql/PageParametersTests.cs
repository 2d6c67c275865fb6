using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class PageParametersTests
{
    [Theory]
    [InlineData("SELECT * FROM t ORDER BY a LIMIT $1", "SELECT * FROM t ORDER BY a LIMIT 100", "1")]
    [InlineData("select * from t limit $2 offset $3;", "select * from t limit 100 offset 100;", "2,3")]
    [InlineData(
        "SELECT * FROM t OFFSET $1 ROWS FETCH NEXT $2 ROWS ONLY",
        "SELECT * FROM t OFFSET 100 ROWS FETCH NEXT 100 ROWS ONLY",
        "1,2"
    )]
    [InlineData(
        "SELECT * FROM (SELECT * FROM t LIMIT $1) s WHERE a > $1",
        "SELECT * FROM (SELECT * FROM t LIMIT 100) s WHERE a > $1",
        ""
    )]
    [InlineData("SELECT * FROM t LIMIT $1 * 2", "SELECT * FROM t LIMIT $1 * 2", "")]
    [InlineData("SELECT * FROM t LIMIT $1::int", "SELECT * FROM t LIMIT $1::int", "")]
    [InlineData(
        "SELECT \"limit\" , $1 FROM t WHERE a = 'limit $1'",
        "SELECT \"limit\" , $1 FROM t WHERE a = 'limit $1'",
        ""
    )]
    [InlineData("SELECT * FROM t LIMIT $99999999999", "SELECT * FROM t LIMIT 100", "2147483647")]
    [InlineData("SELECT 1", "SELECT 1", "")]
    [InlineData("", "", "")]
    public void Replace_NumbersOfRows_AreThoseOfAPage(string text, string expected, string unused)
    {
        var (replaced, left) = PageParameters.Replace(text);

        Assert.Equal(expected, replaced);
        Assert.Equal(unused, string.Join(',', left.Order()));
    }
}
