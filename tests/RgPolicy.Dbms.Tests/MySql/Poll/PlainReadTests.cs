using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Dbms.MySql.Sql;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

/// <summary>What locks rows is no plain read.</summary>
public sealed class PlainReadTests
{
    [Theory]
    [InlineData("SELECT COUNT(*) FROM orders", true)]
    [InlineData("WITH a AS (SELECT 1) SELECT * FROM a", true)]
    [InlineData("(SELECT 1) UNION SELECT 2", true)]
    [InlineData("SELECT * FROM orders WHERE id = 1 FOR UPDATE", false)]
    [InlineData("select * from orders for update skip locked", false)]
    [InlineData("SELECT * FROM orders FOR SHARE", false)]
    [InlineData("SELECT * FROM orders LOCK IN SHARE MODE", false)]
    [InlineData("WITH a AS (SELECT 1) UPDATE orders SET note = 1", false)]
    [InlineData("INSERT INTO orders SELECT * FROM orders", false)]
    [InlineData("CALL close_day()", false)]
    [InlineData("", false)]
    public void Is_Text_IsToldByWhatItLocks(string text, bool expected) => Assert.Equal(expected, Is(text));

    [Fact]
    public void Is_TextOfWhichTheServerMayHaveCutTheEnd_IsNone()
    {
        Assert.True(Is("SELECT '" + new string('x', 980) + "'"));
        Assert.False(Is("SELECT '" + new string('x', 1_000) + "'"));
        Assert.False(Is("SELECT '" + new string('ä', 500) + "'"));
        Assert.False(PlainRead.Is(Facts("SELECT 1") with { IsTruncated = true }));
        Assert.False(PlainRead.Is(Facts("SELECT 1") with { Text = null }));
    }

    private static bool Is(string text) => PlainRead.Is(Facts(text));

    private static StatementFacts Facts(string text) =>
        new(MySqlKinds.Of(text, SqlLexer.Tokens(text, SqlDialect.AnyMySql)), "", text, false);
}
