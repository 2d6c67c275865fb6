using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.Tests.SqlServer.Poll;

/// <summary>What is sent ten times a second.</summary>
public sealed class RequestPollTests
{
    [Theory]
    [InlineData(" LIKE ")]
    [InlineData(" COLLATE ")]
    [InlineData(" JOIN ")]
    [InlineData(" ORDER BY ")]
    [InlineData(" IN (")]
    [InlineData("= N'")]
    [InlineData("> N'")]
    public void Sql_ComparesNoTextsAndSortsNothing(string costly) =>
        Assert.DoesNotContain(costly, RequestPoll.Sql, StringComparison.OrdinalIgnoreCase);
}
