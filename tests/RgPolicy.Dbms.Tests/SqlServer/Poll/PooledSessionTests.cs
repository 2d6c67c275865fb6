using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Fetch;
using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.SqlServer.Poll;

/// <summary>A pool of connections hands a session on: the classifier runs again, and its next request may be in another
/// workload group.</summary>
public sealed class PooledSessionTests
{
    private static readonly Guid Connection = Guid.NewGuid();
    private static readonly DateTime Noon = new(2026, 11, 20, 12, 0, 0);

    private readonly RequestTable _table = new(
        [],
        new LoginRules(new Sysadmins(true, Sysadmins.Names(["sa"]), Sysadmins.Names([]), Sysadmins.Names([])), [], []),
        _ => false
    );

    private readonly RequestSnapshot _snapshot = new();

    [Fact]
    public async Task HandOut_NextRequestOfTheSameSession_IsInTheGroupThatItHasNow()
    {
        await using var history = new SqlServerHistoryCache(
            new HistoryReader(
                new OwnLink(new SqlServerConnectionOptions(), LinkSettings.History, []),
                new QueryStoreCache(10, TimeProvider.System),
                [16]
            ),
            new ObserverNotes(),
            10,
            TimeProvider.System
        );
        var desk = new SqlServerPlanLookup(new PlanCache<RequestKey>(10, TimeProvider.System), null, history);

        See(Noon, group: 260);
        _table.Add([
            new RequestDetail(60, 0, Noon, Connection, Key, "shop", "app", "Web", "web1", true, false, null, 0, -1),
        ]);
        Assert.Equal(260, desk.HandOut(_table.Ordered[0], Now)!.Group);

        See(Noon.AddSeconds(1), group: 261);
        Assert.Empty(_table.MissingDetails());
        Assert.Equal(261, desk.HandOut(_table.Ordered[0], Now)!.Group);
        Assert.Null(desk.HandOut(_table.Ordered[0], Now)!.Exemption);

        See(Noon.AddSeconds(2), group: 1);
        Assert.Equal("the server's own workload group", desk.HandOut(_table.Ordered[0], Now)!.Exemption);
    }

    private static RequestKey Key => new(5, 1, 1);

    private static DateTimeOffset Now => new(Noon, TimeSpan.Zero);

    private void See(DateTime started, int group)
    {
        _snapshot.Clear();
        _snapshot.Time = Now;
        _snapshot.Requests.Add(
            new RequestRow(
                60,
                0,
                started,
                Connection,
                StatementKind.Select,
                Key,
                0,
                -1,
                0,
                false,
                false,
                group,
                1,
                new RequestFigures(default, 0, 0, 0, 0)
            )
        );
        _table.Update(_snapshot);
    }
}
