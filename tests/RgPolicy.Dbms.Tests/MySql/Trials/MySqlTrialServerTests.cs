using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Trials;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.Tests.MySql.Trials;

/// <summary>Statements that are tried on a real MariaDB.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlTrialServerTests(ObservedMariaDb mariaDb)
{
    [MariaDbFact]
    public async Task Connect_SeveralClients_HaveThreadsOfTheServer()
    {
        await using var server = await ConnectAsync(3);

        var threads = Directory.GetDirectories(FormattableString.Invariant($"/proc/{mariaDb.Server.ProcessId}/task"));
        Assert.Equal(3, server.Sessions.Select(session => session.ProcessId).Distinct().Count());
        Assert.Empty(
            server
                .Sessions.Select(session => session.ProcessId.ToString(CultureInfo.InvariantCulture))
                .Except(threads.Select(Path.GetFileName), StringComparer.Ordinal)
        );
        Assert.Equal((true, true, null), (server.Facts.IsLocal, server.Facts.IsThreaded, server.Facts.MostWorkers));
        Assert.StartsWith("MariaDB ", server.Facts.Version, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Connect_OtherSession_IsCounted()
    {
        await using var first = await ConnectAsync(2);
        await using var second = await ConnectAsync(1);

        Assert.InRange(second.Facts.OtherSessions, 2, int.MaxValue);
    }

    [MariaDbTheory]
    [InlineData("INSERT INTO shop.orders SELECT * FROM shop.orders LIMIT 1")]
    [InlineData("DELETE FROM shop.orders")]
    [InlineData("CREATE TABLE shop.made (id INT)")]
    [InlineData("DROP TABLE shop.orders")]
    [InlineData("ALTER TABLE shop.orders ADD made INT")]
    public async Task Run_StatementThatWrites_IsRefused(string text)
    {
        await using var server = await ConnectAsync(1);

        var failure = await Assert.ThrowsAsync<TrialException>(() => RunAsync(server, text));

        Assert.Equal(
            ("`s`: it writes, and a workload that is tried may only read", false),
            (failure.Message, failure.IsOver)
        );
    }

    [MariaDbFact]
    public async Task Set_Grant_HoldsUntilTheNextSettings()
    {
        await using var server = await ConnectAsync(1);
        var session = server.Sessions[0];
        await session.SetAsync(new TrialSettings(null, 128 * 1024), CancellationToken.None);

        await RunAsync(server, OnlyIf("@@sort_buffer_size = 131072 AND @@join_buffer_size = 131072"));
        await RunAsync(server, OnlyIf("@@tmp_table_size = 131072 AND @@max_heap_table_size = 131072"));
        await session.SetAsync(TrialSettings.None, CancellationToken.None);

        await RunAsync(server, OnlyIf("@@sort_buffer_size = @@global.sort_buffer_size"));
        await Assert.ThrowsAsync<TrialException>(() => RunAsync(server, OnlyIf("@@sort_buffer_size = 131072")));
    }

    [MariaDbFact]
    public async Task Run_SameStatement_HasItsOwnPlan()
    {
        await using var server = await ConnectAsync(1);

        var all = await RunAsync(server, "SELECT COUNT(*) FROM shop.orders");
        var again = await RunAsync(server, "SELECT COUNT(*) FROM shop.orders");
        var joined = await RunAsync(
            server,
            "SELECT COUNT(*) FROM shop.orders a JOIN shop.orders b USING (id) WHERE a.id < 9"
        );

        Assert.Equal(all.Plan, again.Plan);
        Assert.NotEqual(all.Plan, joined.Plan, StringComparer.Ordinal);
    }

    [MariaDbFact]
    public async Task Run_Cancelled_EndsOnTheServer()
    {
        await using var server = await ConnectAsync(1);
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            server.Sessions[0].RunAsync(new TrialStatement("s", 1, "SELECT SLEEP(600)"), cancel.Token)
        );

        await RunAsync(server, "SELECT 1");
    }

    [MariaDbFact]
    public async Task Run_LongerThanTheLimit_SaysSo()
    {
        await using var server = await ConnectAsync(1, TimeSpan.FromSeconds(1));

        var failure = await Assert.ThrowsAsync<TrialException>(() => RunAsync(server, "SELECT SLEEP(600)"));

        Assert.Equal("`s`: it took longer than 1 s", failure.Message);
    }

    private static string OnlyIf(string condition) => $"SELECT IF({condition}, 1, (SELECT 1 UNION ALL SELECT 2))";

    private static Task<TrialExecution> RunAsync(ITrialServer server, string text) =>
        server.Sessions[0].RunAsync(new TrialStatement("s", 1, text), CancellationToken.None);

    private async Task<ITrialServer> ConnectAsync(int clients, TimeSpan? limit = null) =>
        await MySqlTrialServer.ConnectAsync(
            new MySqlConnectionOptions { Socket = mariaDb.Server.SocketPath, User = "root" },
            clients,
            limit ?? TimeSpan.FromMinutes(1),
            CancellationToken.None
        );
}
