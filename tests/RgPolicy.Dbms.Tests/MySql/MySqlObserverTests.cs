using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql;

[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlObserverTests(ObservedMariaDb mariaDb)
{
    [MariaDbFact]
    public async Task Server_OfThisHost_IsLocalAndNamed()
    {
        await using var observer = await mariaDb.ConnectAsync();

        Assert.Equal("mariadb", observer.Server.Kind);
        Assert.True(observer.Server.IsLocal);
        Assert.True(observer.Server.VersionParts[0] >= 10, observer.Server.Version);
        Assert.DoesNotContain("secret", observer.Server.Target, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Poll_RunningStatement_TellsWhoRunsWhat()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync("SELECT 'mark1', SLEEP(60) FROM orders LIMIT 1");

        var query = await ObservedMariaDb.UntilAsync(observer, "mark1");

        Assert.Equal(("app", "localhost", "shop"), (query.Session.Login, query.Session.Host, query.Session.Database));
        Assert.False(query.Session.IsSuperuser);
        Assert.Null(query.Exemption);
        Assert.Equal(StatementKind.Select, query.Statement!.Kind);
        Assert.True(Directory.Exists($"/proc/{mariaDb.Server.ProcessId}/task/{query.ProcessId}"));
    }

    [MariaDbFact]
    public async Task Poll_SameStatement_IsTheSameInstanceAndGrowsOlder()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync("SELECT 'mark2', SLEEP(60) FROM orders LIMIT 1");
        var first = await ObservedMariaDb.UntilAsync(observer, "mark2");
        await observer.PollAsync(findBlocking: false, CancellationToken.None);

        var later = await observer.PollAsync(findBlocking: false, CancellationToken.None);

        Assert.Contains(later.Queries, each => ReferenceEquals(each, first));
        Assert.True(later.Time > first.Started);
    }

    [MariaDbFact]
    public async Task Poll_NextStatementOfTheSession_IsAnotherQuery()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "SELECT 'mark3', SLEEP(1) FROM orders LIMIT 1; SELECT 'mark4', SLEEP(60) FROM orders LIMIT 1"
        );
        var first = await ObservedMariaDb.UntilAsync(observer, "mark3");

        var second = await ObservedMariaDb.UntilAsync(observer, "mark4");

        Assert.Equal(first.ProcessId, second.ProcessId);
        Assert.True(second.Started > first.Started);
        Assert.NotEqual(first.Id, second.Id, StringComparer.Ordinal);
    }

    [MariaDbFact]
    public async Task Poll_StatementsOfAProcedure_AreQueriesOfTheirOwn()
    {
        await mariaDb.Server.ExecuteAsync(
            "CREATE OR REPLACE PROCEDURE shop.two() BEGIN SELECT 'inner1', SLEEP(1) INTO @a, @b; "
                + "SELECT 'inner2', SLEEP(30) INTO @a, @b; END"
        );
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync("CALL two()");
        var first = await ObservedMariaDb.UntilAsync(observer, "inner1");

        var second = await ObservedMariaDb.UntilAsync(observer, "inner2");

        Assert.True(second.Started > first.Started, $"{first.Started:O} {second.Started:O}");
    }

    [MariaDbFact]
    public async Task Poll_OwnSessions_AreNotListed()
    {
        await using var other = await mariaDb.ConnectAsync();
        await using var observer = await mariaDb.ConnectAsync();

        var seen = await observer.PollAsync(findBlocking: true, CancellationToken.None);

        Assert.DoesNotContain(
            seen.Queries,
            each => each.Statement!.Text!.Contains("PROCESSLIST", StringComparison.Ordinal)
        );
    }

    [MariaDbFact]
    public async Task Poll_Administrators_AreSuperusersByRoleToo()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var boss = await mariaDb.RunAsync("SELECT 'mark5', SLEEP(60)", user: "boss");
        await using var deputy = await mariaDb.RunAsync("SELECT 'mark6', SLEEP(60)", user: "deputy");

        Assert.True((await ObservedMariaDb.UntilAsync(observer, "mark5")).Session.IsSuperuser);
        Assert.True((await ObservedMariaDb.UntilAsync(observer, "mark6")).Session.IsSuperuser);
    }

    [MariaDbFact]
    public async Task Poll_LoginWithRoles_IsInThemAndInTheirs()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var member = await mariaDb.RunAsync("SELECT 'mark61', SLEEP(60)", user: "member");
        await using var other = await mariaDb.RunAsync("SELECT 'mark62', SLEEP(60)");

        Assert.Equal("analysts readers", Groups(await ObservedMariaDb.UntilAsync(observer, "mark61")));
        Assert.Equal("", Groups(await ObservedMariaDb.UntilAsync(observer, "mark62")));

        static string Groups(ObservedQuery query) => string.Join(' ', query.Session.Groups ?? ["unknown"]);
    }

    [MariaDbFact]
    public async Task Poll_LoadOfManyRows_IsBulkLoadByWhatItHasWritten()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "INSERT INTO archive /* mark7 */ SELECT seq, 1, SLEEP(0.0001) FROM seq_100000_to_1000000",
            before: "SET autocommit = 0"
        );

        var query = await ObservedMariaDb.UntilAsync(
            observer,
            "mark7",
            each => each.Statement?.Kind == StatementKind.BulkLoad
        );

        Assert.Equal(PlanShape.BulkLoad, query.Plan.Profile!.Shape);
    }

    [MariaDbFact]
    public async Task Poll_WaiterForARow_IsToldWithItsBlocker()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var holder = await mariaDb.RunAsync(
            "SELECT 'mark8', SLEEP(60)",
            before: "BEGIN; UPDATE orders SET note = 'held' WHERE id = 17"
        );
        var blocker = await ObservedMariaDb.UntilAsync(observer, "mark8", each => each.HasWritten);
        await using var waiter = await mariaDb.RunAsync("UPDATE orders SET note = 'mark9' WHERE id = 17");

        var waiting = await ObservedMariaDb.UntilAsync(observer, "mark9", each => each.WaitsForLock);
        var seen = await observer.PollAsync(findBlocking: true, CancellationToken.None);

        Assert.Equal(1, seen.Blocking![blocker.ProcessId]);
        Assert.Contains(
            new LockWait(waiting.ProcessId, blocker.ProcessId, IsAdvisory: false),
            seen.LockWaits!.Value.AsEnumerable()
        );
    }

    [MariaDbFact]
    public async Task Poll_WaiterForATable_MakesWhoeverRunsABlocker()
    {
        await mariaDb.Server.ExecuteAsync("CREATE TABLE IF NOT EXISTS shop.altered (id INT)");
        await using var observer = await mariaDb.ConnectAsync();
        await using var holder = await mariaDb.RunAsync(
            "SELECT 'mark10', SLEEP(60) FROM (SELECT 1) a LEFT JOIN altered ON 1"
        );
        var blocker = await ObservedMariaDb.UntilAsync(observer, "mark10");
        await using var waiter = await mariaDb.RunAsync("ALTER TABLE altered ADD COLUMN mark11 INT");
        await ObservedMariaDb.UntilAsync(observer, "mark11", each => each.WaitsForLock);

        var seen = await observer.PollAsync(findBlocking: true, CancellationToken.None);

        Assert.True(seen.Blocking!.ContainsKey(blocker.ProcessId));
    }

    [MariaDbFact]
    public async Task Poll_KilledStatementThatRollsBack_IsExempt()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "INSERT INTO archive /* mark12 */ SELECT seq, 1, 'y' FROM seq_2000000_to_9000000"
        );
        await ObservedMariaDb.UntilAsync(observer, "mark12", each => each.Statement?.Kind == StatementKind.BulkLoad);

        await mariaDb.Server.ExecuteAsync($"KILL {running.SessionId}");
        var query = await ObservedMariaDb.UntilAsync(observer, "mark12", each => each.Exemption is not null);

        Assert.Contains("killed", query.Exemption, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Poll_BusyStatement_HasUsedProcessorTime()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync("SELECT 'mark13', BENCHMARK(2000000000, MD5('a'))");

        var figures = await ObservedMariaDb.UntilAsync(
            observer,
            seen =>
                seen.Queries.FirstOrDefault(each => each.Statement!.Text!.Contains("mark13", StringComparison.Ordinal))
                    is { } query
                && seen.FiguresOf(query) is { Cpu: { } cpu }
                && cpu > TimeSpan.FromMilliseconds(20)
                    ? seen.FiguresOf(query).ToString()
                    : null
        );

        Assert.NotNull(figures);
    }

    [MariaDbFact]
    public async Task Poll_Costs_AreReadFromTheServersThread()
    {
        await using var observer = await mariaDb.ConnectAsync();
        for (var i = 0; i < 25; i++)
            await observer.PollAsync(findBlocking: false, CancellationToken.None);
        Assert.True(observer.ServerCpu > TimeSpan.Zero);
        Assert.True(observer.PollCost > TimeSpan.Zero);
    }
}
