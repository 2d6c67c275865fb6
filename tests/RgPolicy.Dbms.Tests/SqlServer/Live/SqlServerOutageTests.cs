using RgPolicy.Dbms.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What happens when the server does not play along: each failure is told, and it goes on by itself.</summary>
public sealed class SqlServerOutageTests
{
    [ServerTheory]
    [InlineData(2019)]
    [InlineData(2022)]
    public async Task Poll_SessionsKilled_FailsWithAReasonAndRecoversByItself(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
        foreach (
            var session in await observed.Server.TextsAsync(
                "master",
                "SELECT CONVERT(nvarchar(10), s.session_id) FROM sys.dm_exec_sessions AS s WHERE s.program_name = "
                    + "N'RgPolicy-observer'"
            )
        )
            await observed.Server.RunAsync("KILL " + session);
        await observed.FailureAsync("connection");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022, "drop_all")]
    [InlineData(2022, "hang match=\"dm_exec_requests AS r WHERE\"")]
    [InlineData(2022, "hang match=dm_exec_text_query_plan")]
    [InlineData(2022, "error match=dm_exec_requests number=1222 times=2")]
    [InlineData(2022, "deny object=sys.dm_exec_requests")]
    public async Task Rehearse_Outage_IsLeftToTheFirstPoll(int version, string fault)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.Server.FaultAsync(fault);

        await observed.Observer.WarmUpAsync(CancellationToken.None);

        await observed.Server.FaultAsync("clear");
        await observed.UntilAsync("Reports", query => query.Plan.State == PlanState.Known);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2019, "drop_all")]
    [InlineData(2022, "drop_after batches=2")]
    [InlineData(2022, "error match=dm_exec_requests number=1222 times=2")]
    [InlineData(2022, "error match=dm_exec_requests number=1205 times=1")]
    [InlineData(2022, "restart")]
    public async Task Poll_Outage_FailsWithAReasonAndRecoversByItself(int version, string fault)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
        ObserveException? failure = null;
        for (var attempt = 0; failure is null && attempt < 20; attempt++)
        {
            // What cuts one connection may hit the one that reads plans: again until it hits a poll.
            await observed.Server.FaultAsync(fault);
            failure = await FailureAsync(observed, polls: 20);
        }

        Assert.NotNull(failure);
        Assert.Contains("sqlserver://watcher@127.0.0.1", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("Watcher#1", failure.ToString(), StringComparison.Ordinal);
        await observed.UntilAsync(seen => seen.Queries.Any(query => query.Plan.State == PlanState.Known));
    }

    private static async Task<ObserveException?> FailureAsync(ObservedServer observed, int polls)
    {
        try
        {
            for (; polls > 0; polls--)
                await observed.Observer.PollAsync(false, CancellationToken.None);
            return null;
        }
        catch (ObserveException failure)
        {
            return failure;
        }
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Poll_FrozenServer_EndsWithinItsTimeAndRecovers(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
        await observed.Server.FaultAsync("hang match=\"dm_exec_requests AS r WHERE\"");
        var began = TimeProvider.System.GetTimestamp();

        await Assert.ThrowsAsync<ObserveException>(() => observed.Observer.PollAsync(false, CancellationToken.None));

        Assert.InRange(TimeProvider.System.GetElapsedTime(began).TotalSeconds, 0, 30);
        await observed.FailureAsync("longer than 1 s");
        await observed.Server.FaultAsync("clear");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
    }

    [ServerTheory]
    [InlineData(2019, "VIEW SERVER STATE")]
    [InlineData(2022, "VIEW SERVER PERFORMANCE STATE")]
    public async Task Poll_RightRevoked_NamesItAndGoesOnWhenItIsBack(int version, string right)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
        await observed.Server.RunAsync("REVOKE VIEW SERVER STATE FROM watcher");

        await observed.FailureAsync(ServerChoice.Given is null ? "GRANT " + right : "GRANT VIEW SERVER ");
        await observed.Server.RunAsync("GRANT VIEW SERVER STATE TO watcher");
        await observed.UntilAsync(seen => seen.Queries.Length > 4);
    }

    [ServerTheory]
    [InlineData("nobody", "Nobody#1", "GRANT VIEW SERVER ")]
    [InlineData("watcher", "wrong", "login is refused")]
    public async Task Connect_NotLetIn_SaysWhatToDo(string login, string password, string said)
    {
        await using var server = await ObservedServer.StartAsync(2022, "enterprise");

        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            SqlServerObserver.ConnectAsync(
                server.As(login, password),
                TimeProvider.System,
                new SqlServerObserverOptions(),
                CancellationToken.None
            )
        );

        Assert.Contains(said, failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(password, failure.ToString(), StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData("single_user", "single-user mode")]
    [InlineData("login_fail", "login is refused")]
    public async Task Connect_ServerThatLetsNobodyIn_SaysWhy(string fault, string said)
    {
        await using var server = await ObservedServer.StartAsync(2022, "enterprise");
        await server.FaultAsync(fault);

        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            SqlServerObserver.ConnectAsync(
                ObservedServer.Watcher(server),
                TimeProvider.System,
                new SqlServerObserverOptions(),
                CancellationToken.None
            )
        );

        Assert.Contains(said, failure.Message, StringComparison.Ordinal);
    }
}
