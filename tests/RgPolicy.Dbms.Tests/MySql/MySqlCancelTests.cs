using MySqlConnector;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>One statement is ended, and nothing else of its session.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlCancelTests(ObservedMariaDb mariaDb)
{
    private const string Ended = "the query has ended";

    [MariaDbFact]
    public async Task Cancel_RunningStatement_EndsItAndLeavesItsSession()
    {
        await using var observer = await KillerAsync(mariaDb.Server);
        await using var running = await mariaDb.RunAsync(
            "SELECT 'cancel1', COUNT(*) FROM orders a, orders b, orders c"
        );
        var query = await ObservedMariaDb.UntilAsync(observer, "cancel1");

        Assert.Null(await observer.CancelAsync(query, CancellationToken.None));

        var failure = await Assert.ThrowsAsync<MySqlException>(() => running.Result);
        Assert.Equal(MySqlErrorCode.QueryInterrupted, failure.ErrorCode);
        await using var next = running.Then("SELECT 1");
        await next.Result;
    }

    [MariaDbFact]
    public async Task Cancel_StatementThatHasASuccessor_LeavesTheSuccessor()
    {
        await using var observer = await KillerAsync(mariaDb.Server);
        await using var running = await mariaDb.RunAsync(
            "SELECT 'cancel2', COUNT(*) FROM orders a, orders b, orders c"
        );
        var query = await ObservedMariaDb.UntilAsync(observer, "cancel2");
        await KillQueryAsync(mariaDb.Server, running.SessionId);
        await Assert.ThrowsAsync<MySqlException>(() => running.Result);
        await using var successor = running.Then("SELECT 'cancel3', COUNT(*) FROM orders a, orders b, orders c");
        await using var other = await mariaDb.ConnectAsync();
        await ObservedMariaDb.UntilAsync(other, "cancel3");

        // The observer that is asked has not polled since: to it, the first one still runs.
        Assert.Equal(Ended, await observer.CancelAsync(query, CancellationToken.None));

        Assert.False(successor.Result.IsCompleted);
    }

    [MariaDbFact]
    public async Task Cancel_AdministratorsStatement_IsRefused()
    {
        await using var observer = await KillerAsync(mariaDb.Server);
        await using var running = await mariaDb.RunAsync("SELECT 'cancel4', SLEEP(60)", user: "boss");
        var query = await ObservedMariaDb.UntilAsync(observer, "cancel4");

        Assert.Equal("it is one that is never ended", await observer.CancelAsync(query, CancellationToken.None));
        Assert.False(running.Result.IsCompleted);
    }

    [MariaDbFact]
    public async Task Cancel_WithoutTheRight_SaysWhichOne()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync("SELECT 'cancel5', SLEEP(60)");
        var query = await ObservedMariaDb.UntilAsync(observer, "cancel5");

        Assert.Equal(
            "the login may not end queries: GRANT CONNECTION ADMIN ON *.* to it",
            await observer.CancelAsync(query, CancellationToken.None)
        );
        Assert.False(running.Result.IsCompleted);
    }

    [MariaDbFact]
    public async Task Cancel_WherePerformanceSchemaIsOn_FindsTheStatementsNumberAndSparesASuccessor()
    {
        var settings = ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON");
        await using var server = await ObservedMariaDb.StartAsync(settings);
        await using var observer = await KillerAsync(server);
        const string Sql = "SELECT 'cancel6', COUNT(*) FROM orders a, orders b, orders c";
        await using var running = await RunningMariaDbStatement.StartAsync(
            server,
            Sql,
            ObservedMariaDb.Application,
            null
        );
        var first = await ObservedMariaDb.UntilAsync(observer, "cancel6");
        await KillQueryAsync(server, running.SessionId);
        await Assert.ThrowsAsync<MySqlException>(() => running.Result);
        await using var successor = running.Then("SELECT 'cancel7', COUNT(*) FROM orders a, orders b, orders c");
        await using (var other = await ObservedMariaDb.ConnectAsync(server))
        {
            await ObservedMariaDb.UntilAsync(other, "cancel7");
        }

        Assert.Equal(Ended, await observer.CancelAsync(first, CancellationToken.None));
        Assert.False(successor.Result.IsCompleted);
        var second = await ObservedMariaDb.UntilAsync(observer, "cancel7");
        Assert.Null(await observer.CancelAsync(second, CancellationToken.None));
        await Assert.ThrowsAsync<MySqlException>(() => successor.Result);
    }

    private static Task KillQueryAsync(MariaDbServer server, int session) =>
        server.ExecuteAsync(FormattableString.Invariant($"KILL QUERY {session}"));

    /// <summary>Observes with an account that may end queries.</summary>
    private static async Task<MySqlObserver> KillerAsync(MariaDbServer server)
    {
        await server.ExecuteAsync(
            """
            CREATE USER IF NOT EXISTS killer@localhost;
            GRANT PROCESS, CONNECTION ADMIN ON *.* TO killer@localhost;
            GRANT SELECT (User, Super_priv) ON mysql.user TO killer@localhost;
            GRANT SELECT (User, Role) ON mysql.roles_mapping TO killer@localhost;
            GRANT SELECT ON performance_schema.* TO killer@localhost;
            """
        );
        return await MySqlObserver.ConnectAsync(
            MySqlServerConnection.Parse(server.Url("killer"), _ => null).Options!,
            TimeProvider.System,
            new MySqlObserverOptions(),
            CancellationToken.None
        );
    }
}
