using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Backends that plan, on a real server: what they use, and those that do not end.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PlanningWatchTests(PostgresServer server)
{
    private const string Work = "SELECT count(*) FROM generate_series(1, 100000000) i WHERE i % 7 = 8";

    [Fact]
    public async Task HeavyFor_BackendUsesMuch_IsSoUntilItsStatementHasEnded()
    {
        await using var sessions = Sessions();
        var lease = new SessionLease(sessions, "app");
        var session = await lease.TakeAsync("postgres", CancellationToken.None);
        var processId = session.Connection.ProcessID;
        Assert.Null(sessions.Planning.HeavyFor(processId));

        var work = session.RunAsync([Work], CancellationToken.None);
        while (sessions.Planning.HeavyFor(processId) is null && !work.IsCompleted)
            await Task.Delay(20);
        Assert.Equal("app", sessions.Planning.HeavyFor(processId));

        await Assert.ThrowsAnyAsync<Exception>(() => work);
        Assert.True(lease.End() > PlanningWatch.Heavy);
        Assert.Null(sessions.Planning.HeavyFor(processId));
    }

    [Fact]
    public async Task Abandon_BackendGoesOn_IsHeavyAndOursUntilThePollFindsItGone()
    {
        await using var sessions = Sessions();
        var lease = new SessionLease(sessions, "app");
        var processId = (await lease.TakeAsync("postgres", CancellationToken.None)).Connection.ProcessID;

        lease.Abandon();
        lease.End();

        Assert.True(sessions.Planning.IsGivenUp(processId));
        Assert.Equal("app", sessions.Planning.HeavyFor(processId));
        sessions.Planning.Forget(id => id == processId);
        Assert.True(sessions.Planning.IsGivenUp(processId));
        sessions.Planning.Forget(_ => false);
        Assert.False(sessions.Planning.IsGivenUp(processId));
    }

    /// <summary>The role's connections are for the poll too.</summary>
    [Fact]
    public async Task GetAsync_AsManyGivenUpAsThereMayBe_OpensNoMoreUntilTheyHaveEnded()
    {
        await using var sessions = Sessions();
        for (var i = 0; i < ExplainSessions.Maximum; i++)
        {
            var lease = new SessionLease(sessions, "app");
            await lease.TakeAsync("postgres", CancellationToken.None);
            lease.Abandon();
        }

        await Assert.ThrowsAsync<IOException>(() => sessions.ObserverAsync("postgres", CancellationToken.None));
        sessions.Planning.Forget(_ => false);
        Assert.NotNull(await sessions.ObserverAsync("postgres", CancellationToken.None));
    }

    private ExplainSessions Sessions() =>
        new(server.Connection(), PostgresBackends.Own(isLocal: true), [], TimeProvider.System);
}
