using MySqlConnector;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Doctor;

namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>What only a real MySQL does.</summary>
[Collection(RealMySql.Collection)]
public sealed class RealMySqlTests(RealMySql server)
{
    private static CancellationToken None => CancellationToken.None;

    [MySqlFact]
    public async Task Poll_StatementWithAnEmojiRuns_SeesStatementsAndWaitsAllTheSame()
    {
        await using var observer = await server.ConnectAsync();
        await using var emoji = await server.RunAsync(
            "SELECT COUNT(*) FROM sales WHERE SLEEP(0.01) = 0 AND '😀' <> ''"
        );
        await using var holder = await server.RunAsync(
            "SELECT 'mark60', SLEEP(60)",
            "BEGIN; INSERT INTO notes VALUES (7001, 'new'); UPDATE notes SET body = 'held' WHERE id = 1"
        );
        await using var other = await server.RunAsync("SELECT 'mark61', COUNT(*) FROM sales WHERE SLEEP(0.01) = 0");
        var blocker = await UntilAsync(observer, "mark60", each => each.HasWritten);
        await using var waiter = await server.RunAsync("UPDATE notes SET body = 'mark62' WHERE id = 7001");

        var waiting = await UntilAsync(observer, "mark62", each => each.WaitsForLock);
        var seen = await observer.PollAsync(findBlocking: true, None);

        await Assert.ThrowsAsync<MySqlException>(() =>
            server.ExecuteAsync("SELECT * FROM information_schema.INNODB_TRX")
        );
        Assert.Contains(
            seen.LockWaits!.Value,
            each => each == new LockWait(waiting.ProcessId, blocker.ProcessId, false)
        );
        Assert.False(seen.Queries.Single(each => Has(each, "mark61")).HasWritten);
    }

    [MySqlTheory]
    [InlineData("")]
    [InlineData("&sslmode=require")]
    public async Task Connect_BySocketAfterTheServerForgotPasswords_LogsIn(string parameters)
    {
        await server.ExecuteAsync("FLUSH PRIVILEGES");

        await using var observer = await MySqlObserver.ConnectAsync(
            server.Connection(parameters),
            TimeProvider.System,
            new MySqlObserverOptions(),
            None
        );

        Assert.Equal("mysql", observer.Server.Kind);
    }

    [MySqlFact]
    public async Task Connect_BySocketWithoutEncryption_SaysWhatIsNeeded()
    {
        await server.ExecuteAsync("FLUSH PRIVILEGES");

        var findings = await MySqlDoctor.CheckAsync(server.Connection("&sslmode=disable"), None);

        Assert.Contains("without encryption", Assert.Single(findings).Message, StringComparison.Ordinal);
    }

    [MySqlFact]
    public async Task Check_OfTheSetUp_FindsEverythingAndWhereTheServerIs()
    {
        var findings = await MySqlDoctor.CheckAsync(server.Connection(), None);

        Assert.All(findings, each => Assert.Equal(DoctorState.Ok, each.State));
        Assert.Equal((server.ProcessId, server.PidFile), findings.Single(each => each.Id == "my.local").Server);
    }

    [MySqlFact]
    public async Task Poll_PreparedStatementThatRanBefore_HasItsHistory()
    {
        for (var i = 0; i < 3; i++)
        {
            await using var before = await server.RunAsync("SELECT 'mark64', SLEEP({0})", isPrepared: true);
            await before.Result;
        }

        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("SELECT 'mark64', SLEEP({60})", isPrepared: true);

        var query = await UntilAsync(observer, "mark64", each => each.History is not null);

        Assert.Equal(3, query.History!.Executions);
    }

    [MySqlFact]
    public async Task ServerCpu_ThreadsThatServedOthersBefore_AreCountedFromNowOn()
    {
        await using (var busy = await server.RunAsync("SELECT BENCHMARK(3000000, SHA2('x', 256))"))
        {
            await busy.Result;
        }

        await using var observer = await server.ConnectAsync();
        await observer.PollAsync(findBlocking: false, None);

        Assert.InRange(observer.ServerCpu!.Value, TimeSpan.Zero, TimeSpan.FromSeconds(0.5));
    }

    [MySqlFact]
    public async Task Poll_WaitForALockThatClientsName_IsTold()
    {
        await using var observer = await server.ConnectAsync();
        await using var holder = await server.RunAsync("SELECT 'mark65', SLEEP(60)", "SELECT GET_LOCK('job', 1)");
        await using var waiter = await server.RunAsync("SELECT 'mark66', GET_LOCK('job', 60)");
        var blocker = await UntilAsync(observer, "mark65", _ => true);

        var waiting = await UntilAsync(observer, "mark66", each => each.WaitsForLock);
        var seen = await observer.PollAsync(findBlocking: true, None);

        Assert.Contains(
            seen.LockWaits!.Value,
            each => each == new LockWait(waiting.ProcessId, blocker.ProcessId, true)
        );
    }

    private static Task<ObservedQuery> UntilAsync(
        MySqlObserver observer,
        string mark,
        Predicate<ObservedQuery> wanted
    ) => ObservedMariaDb.UntilAsync(observer, mark, wanted);

    private static bool Has(ObservedQuery query, string mark) =>
        query.Statement?.Text?.Contains(mark, StringComparison.Ordinal) == true;
}
