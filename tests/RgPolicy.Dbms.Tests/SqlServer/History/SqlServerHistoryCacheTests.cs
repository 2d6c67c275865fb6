using RgPolicy.Dbms.SqlServer.History;

namespace RgPolicy.Dbms.Tests.SqlServer.History;

public sealed class SqlServerHistoryCacheTests
{
    [Fact]
    public void Next_MoreStatementsThanOneReadingTakes_AllAreAskedForInTheEnd()
    {
        var running = Enumerable.Range(1, 1_200).Select(hash => new HistoryKey("shop", hash)).ToList();
        var known = new HashSet<HistoryKey>();

        for (var reading = 0; reading < 3; reading++)
            known.UnionWith(SqlServerHistoryCache.Next(running, known.Contains));
        Assert.Equal(1_200, known.Count);
    }
}
