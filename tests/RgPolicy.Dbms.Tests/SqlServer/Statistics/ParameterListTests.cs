using RgPolicy.Dbms.SqlServer.Statistics;

namespace RgPolicy.Dbms.Tests.SqlServer.Statistics;

public sealed class ParameterListTests
{
    [Theory]
    [InlineData("SELECT 1", "SELECT 1")]
    [InlineData("(@1 tinyint)SELECT * FROM t WHERE a = @1", "SELECT * FROM t WHERE a = @1")]
    [InlineData("(@a nvarchar(4000),@b decimal(10,2)) UPDATE t SET a = (@a)", "UPDATE t SET a = (@a)")]
    [InlineData("(SELECT 1) UNION (SELECT 2)", "(SELECT 1) UNION (SELECT 2)")]
    [InlineData("(@1 int", "(@1 int")]
    [InlineData("", "")]
    public void Without_Text_IsWhatFollowsTheList(string text, string expected) =>
        Assert.Equal(expected, ParameterList.Without(text));
}
