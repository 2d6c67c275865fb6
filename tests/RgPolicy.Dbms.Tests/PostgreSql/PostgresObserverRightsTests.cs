using RgPolicy.Dbms.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

[Collection(PostgresServer.Collection)]
public sealed class PostgresObserverRightsTests(PostgresServer server)
{
    [Theory]
    [InlineData("wrong", "postgres", "refuses the password")]
    [InlineData("observer-secret", "missing", "no database 'missing'")]
    [InlineData(null, "postgres", "RGPOLICY_PASSWORD")]
    public async Task ConnectAsync_ServerRefuses_SaysWhatToDo(string? password, string database, string expected)
    {
        var options = PostgresConnection
            .Parse(
                server.Cluster.Url(PostgresServer.Observer, database, overTcp: true),
                name => name == "RGPOLICY_PASSWORD" ? password : null
            )
            .Options!;

        var refusal = await Assert.ThrowsAsync<ObserveException>(() => ConnectAsync(options));

        Assert.Contains(expected, refusal.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("observer-secret", refusal.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task ConnectAsync_NobodyListens_SaysThatItCannotBeReached()
    {
        var options = PostgresConnection.Parse("postgres://rgpolicy@127.0.0.1:1/postgres", _ => null).Options!;

        var refusal = await Assert.ThrowsAsync<ObserveException>(() => ConnectAsync(options));

        Assert.Contains("cannot be reached", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task ConnectAsync_WithPasswordOverTcp_Connects()
    {
        var options = PostgresConnection
            .Parse(
                server.Cluster.Url(PostgresServer.Observer, overTcp: true),
                name => name == "RGPOLICY_PASSWORD" ? "observer-secret" : null
            )
            .Options!;

        await using var observer = await ConnectAsync(options);

        Assert.Equal("postgresql", observer.Server.Kind);
        Assert.DoesNotContain("secret", observer.Server.Target, StringComparison.Ordinal);
    }

    [Fact]
    public async Task ConnectAsync_WithoutTheRightToSeeQueries_NamesTheGrant()
    {
        var refusal = await Assert.ThrowsAsync<ObserveException>(() =>
            server.ConnectAsync(user: PostgresServer.Application)
        );

        Assert.Contains("GRANT pg_read_all_stats TO \"app\"", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(PostgresServer.Observer, "connecting")]
    [InlineData(PostgresServer.Observer, "reading the server's catalog")]
    [InlineData(PostgresServer.Application, "connecting")]
    [InlineData(PostgresServer.Application, "preparing the poll")]
    public async Task ConnectAsync_CancelledAfterAStep_LeavesNoSession(string user, string step)
    {
        using var cancelled = new CancellationTokenSource();
        var options = new PostgresObserverOptions { StartReport = new CancellingReport(step, cancelled) };

        await Assert.ThrowsAnyAsync<Exception>(() =>
            PostgresObserver.ConnectAsync(
                PostgresConnection.Parse(server.Cluster.Url(user), _ => null).Options!,
                TimeProvider.System,
                options,
                cancelled.Token
            )
        );

        // What is left would stay for ever; what is being closed is gone in a moment.
        const string Left = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'RgPolicy' AND usename = ";
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(20));
        while (await server.Cluster.ScalarAsync($"{Left}'{user}'") is not 0L)
            await Task.Delay(20, patience.Token);
    }

    [Fact]
    public async Task PollAsync_RightRevoked_FailsAndRecoversWhenItIsGranted()
    {
        await server.Cluster.ExecuteAsync(PostgresSetup.Sql("revocable", PostgresOffer.Everything));
        await using var observer = await server.ConnectAsync(user: "revocable");
        await observer.PollAsync(findBlocking: false, CancellationToken.None);

        await server.Cluster.ExecuteAsync("revoke pg_read_all_stats from revocable");
        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            observer.PollAsync(findBlocking: false, CancellationToken.None)
        );
        await server.Cluster.ExecuteAsync("grant pg_read_all_stats to revocable");

        Assert.Contains("GRANT pg_read_all_stats", failure.Message, StringComparison.Ordinal);
        await EventuallyPollsAsync(observer);
    }

    [Fact]
    public async Task PollAsync_ObserverIsASuperuser_ExplainsNothing()
    {
        await using var observer = await server.ConnectAsync(user: "postgres");
        await using var running = await server.RunAsync("select count(*), pg_sleep(60) from orders");

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("superuser", query.Plan.Source, StringComparison.Ordinal);
        Assert.Contains(observer.Notes, n => n.Contains("superuser", StringComparison.Ordinal));
    }

    [Fact]
    public async Task PollAsync_ObserverMayNotRead_HasNoPlanAndSaysSo()
    {
        await server.Cluster.ExecuteAsync("create role blind login; grant pg_read_all_stats to blind");
        await using var observer = await server.ConnectAsync(user: "blind");
        await using var running = await server.RunAsync("select count(*), pg_sleep(60) from orders");

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("may not read", query.Plan.Source, StringComparison.Ordinal);
    }

    internal static async Task EventuallyPollsAsync(PostgresObserver observer)
    {
        for (var i = 0; ; i++)
        {
            try
            {
                await observer.PollAsync(findBlocking: false, CancellationToken.None);
                return;
            }
            catch (ObserveException) when (i < 100)
            {
                await Task.Delay(100);
            }
        }
    }

    private static Task<PostgresObserver> ConnectAsync(PostgresConnectionOptions options) =>
        PostgresObserver.ConnectAsync(
            options,
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );
}
