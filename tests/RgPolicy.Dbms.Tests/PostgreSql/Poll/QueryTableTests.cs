using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class QueryTableTests
{
    private static readonly DateTime Now = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    private static readonly DateTime Later = Now.AddMilliseconds(1);

    [Fact]
    public void Add_TextOfTheNextExecutionOfTheSameQueryId_IsTheQuerys()
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);

        table.Add([Text(Later, queryId: 7, isRunning: false)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((Now, "select 1"), (query.Row.Started, query.Statement?.Facts.Text));
    }

    [Fact]
    public void Add_TextOfAnotherQueryThatRunsByNow_IsOfThatQuery()
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);

        table.Add([Text(Later, queryId: 8, isRunning: true)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((Later, 8L, "select 1"), (query.Row.Started, query.Row.QueryId, query.Statement?.Facts.Text));
        Assert.Equal("8", query.Statement?.Key.Fingerprint);
    }

    [Fact]
    public void Add_TextOfAnotherQueryWithoutQueryIds_IsOfThatQuery()
    {
        var table = Seen(queryId: 0, expectsQueryIds: false);

        table.Add([Text(Later, queryId: 0, isRunning: true)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((Later, "select 1"), (query.Row.Started, query.Statement?.Facts.Text));
    }

    [Theory]
    [InlineData(8, false)]
    [InlineData(0, true)]
    public void Add_TextOfAnotherQueryThatEndedOrHasNoIdYet_IsNotUsed(long queryId, bool isRunning)
    {
        var table = Seen(queryId: 7, expectsQueryIds: true);

        table.Add([Text(Later, queryId, isRunning)]);

        var query = Assert.Single(table.Ordered);
        Assert.Equal((Now, null), (query.Row.Started, query.Statement));
    }

    private static QueryTable Seen(long queryId, bool expectsQueryIds)
    {
        var table = new QueryTable(new ServerNames(TimeProvider.System), new OwnBackends(isLocal: false), 10) { ExpectsQueryIds = expectsQueryIds };
        var snapshot = new ActivitySnapshot { Time = Now };
        snapshot.Backends.Add(new ActivityRow(100, 0, 1, 1, queryId, Now, Now.AddHours(-1), 1, false, false, false, false));
        table.Update(snapshot);
        Assert.Equal([100], table.MissingTexts());
        return table;
    }

    private static ActivityText Text(DateTime started, long queryId, bool isRunning) =>
        new(100, started, Now.AddHours(-1), "app", "", "select 1", IsCut: false) { QueryId = queryId, IsRunning = isRunning };
}
