using MySqlConnector;
using RgPolicy.Dbms.MySql;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

/// <summary>On a real MariaDB with performance_schema: by prepared questions and, with events, in one
/// message.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class PerformanceSchemaPollTests
{
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(100);

    [MariaDbTheory]
    [InlineData("NO")]
    [InlineData("YES")]
    public async Task Poll_WaiterForARow_IsToldWithItsBlocker(string events)
    {
        await using var server = await StartAsync(events);
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var holder = await RunAsync(
            server,
            "SELECT 'ps1', SLEEP(60)",
            "BEGIN; UPDATE orders SET note = 'held' WHERE id = 17"
        );
        var blocker = await ObservedMariaDb.UntilAsync(observer, "ps1", each => each.HasWritten);
        await using var waiter = await RunAsync(server, "UPDATE orders SET note = 'ps2' WHERE id = 17");

        var waiting = await ObservedMariaDb.UntilAsync(observer, "ps2", each => each.WaitsForLock);

        var wait = new LockWait(waiting.ProcessId, blocker.ProcessId, IsAdvisory: false);
        Assert.NotNull(
            await ObservedMariaDb.UntilAsync(observer, seen => seen.LockWaits?.Contains(wait) == true ? seen : null)
        );
    }

    [MariaDbTheory]
    [InlineData("NO")]
    [InlineData("YES")]
    public async Task Poll_StatementsThatFollow_AreEachSeenAndGoneWithTheirEnd(string events)
    {
        await using var server = await StartAsync(events);
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var running = await RunAsync(server, "SELECT 'ps3', SLEEP(1)");
        var first = await ObservedMariaDb.UntilAsync(observer, "ps3");
        await running.Result;
        var next = running.Then("SELECT 'ps4', SLEEP(1)");

        var second = await ObservedMariaDb.UntilAsync(observer, "ps4");

        Assert.Equal(first.ProcessId, second.ProcessId);
        Assert.True(second.Started > first.Started);
        Assert.True(Directory.Exists($"/proc/{server.ProcessId}/task/{second.ProcessId}"));
        await next.Result;
        Assert.NotNull(await ObservedMariaDb.UntilAsync(observer, seen => seen.Queries.IsEmpty ? seen : null));
    }

    /// <summary>Where all has only read for a while, a poll asks for less; a writer that begins ends that.</summary>
    [MariaDbFact]
    public async Task Poll_WaiterThatBeginsBesideSettledReads_IsToldWithinTwoPolls()
    {
        await using var server = await StartAsync("NO");
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var holder = await HoldAsync(server, "ps5");
        await ObservedMariaDb.UntilAsync(observer, "ps5");
        await PollAsync(observer, times: 12);
        await using var waiter = await RunAsync(server, "UPDATE orders SET note = 'ps6' WHERE id = 17");
        await Task.Delay(Pace);

        var seen = await PollAsync(observer, times: 3);

        Assert.True(Assert.Single(seen.Queries, each => IsOf(each, "ps6")).WaitsForLock);
        Assert.Single(seen.LockWaits ?? []);
        Assert.Single(seen.Queries, each => IsOf(each, "ps5"));
    }

    /// <summary>MariaDB's performance_schema has no text of a prepared statement.</summary>
    [MariaDbTheory]
    [InlineData("NO")]
    [InlineData("YES")]
    public async Task Poll_PreparedStatement_IsSeenWithItsText(string events)
    {
        await using var server = await StartAsync(events);
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var connection = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application);
        await using var command = new MySqlCommand("SELECT 'ps7', SLEEP(@seconds)", connection);
        command.Parameters.AddWithValue("@seconds", 8);
        await command.PrepareAsync();
        var running = command.ExecuteScalarAsync();

        var query = await ObservedMariaDb.UntilAsync(observer, "ps7");

        Assert.Equal(ObservedMariaDb.Application, query.Session.Login);
        Assert.Contains(observer.Notes, each => each.StartsWith("clients run prepared", StringComparison.Ordinal));
        await running;
    }

    /// <summary>Who holds locks keeps the transactions in sight, however who waits is told, or is not.</summary>
    [MariaDbFact]
    public async Task Poll_WriteInTheMessageOfASettledRead_IsToldAsWaiterWithinThreePolls()
    {
        await using var server = await StartAsync("NO");
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var holder = await HoldAsync(server, "ps8");
        await using var waiter = await RunAsync(server, "SELECT SLEEP(2); DELETE FROM orders WHERE id = 17");
        await PollAsync(observer, times: 15);
        await Task.Delay(TimeSpan.FromSeconds(0.8));

        Assert.Single((await PollAsync(observer, times: 3)).LockWaits ?? []);
    }

    private static bool IsOf(ObservedQuery query, string mark) =>
        query.Statement?.Text?.Contains(mark, StringComparison.Ordinal) == true;

    private static async Task<Observation> PollAsync(MySqlObserver observer, int times)
    {
        while (true)
        {
            var seen = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            if (--times == 0)
                return seen;
            await Task.Delay(Pace);
        }
    }

    private static async Task<MariaDbServer> StartAsync(string events)
    {
        var settings = ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON");
        var server = await ObservedMariaDb.StartAsync(settings);
        await server.ExecuteAsync(
            $"UPDATE performance_schema.setup_consumers SET ENABLED = '{events}' "
                + "WHERE NAME = 'events_statements_current'"
        );
        return server;
    }

    /// <summary>Runs a read whose transaction has locked a row.</summary>
    private static Task<RunningMariaDbStatement> HoldAsync(MariaDbServer server, string mark) =>
        RunAsync(server, $"SELECT '{mark}', SLEEP(60)", "BEGIN; SELECT * FROM orders WHERE id = 17 FOR UPDATE");

    private static Task<RunningMariaDbStatement> RunAsync(MariaDbServer server, string sql, string? before = null) =>
        RunningMariaDbStatement.StartAsync(server, sql, ObservedMariaDb.Application, before);
}
