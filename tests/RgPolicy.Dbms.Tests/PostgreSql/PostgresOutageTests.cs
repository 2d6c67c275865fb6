using System.Diagnostics;
using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What stops or fills up a server needs one of its own.</summary>
public sealed class PostgresOutageTests : IAsyncLifetime
{
    private PostgresCluster? _cluster;

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("max_connections", "10")
                    .Add("compute_query_id", "on"),
            }
        );
        await Cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await Cluster.ExecuteAsync("CREATE ROLE app LOGIN");
    }

    public async Task DisposeAsync()
    {
        if (_cluster is not null)
            await _cluster.DisposeAsync();
    }

    [Fact]
    public async Task PollAsync_ServerRestarted_FailsThenRecovers()
    {
        await using var observer = await ConnectAsync();
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);

        await Cluster.StopAsync();
        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            observer.PollAsync(findBlocking: false, CancellationToken.None)
        );
        await Assert.ThrowsAsync<ObserveException>(() =>
            observer.PollAsync(findBlocking: false, CancellationToken.None)
        );
        await Cluster.StartAgainAsync();

        Assert.Contains(Cluster.SocketDirectory, failure.Message, StringComparison.Ordinal);
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
        await using var running = await RunningStatement.StartAsync(
            await Cluster.OpenAsync(user: "app"),
            "select pg_sleep(60)"
        );
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
    }

    [Fact]
    public async Task PollAsync_NoConnectionIsLeft_GivesUpItsOthersForThePoll()
    {
        await using var observer = await ConnectAsync();
        await using var running = await RunningStatement.StartAsync(
            await Cluster.OpenAsync(user: "app"),
            "select pg_sleep(60)"
        );
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
        var others = await FillAsync();

        await Cluster.ExecuteAsync(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rgpolicy' and query like "
                + "'%pg_stat_get_activity%'"
        );
        await Assert.ThrowsAsync<ObserveException>(() =>
            observer.PollAsync(findBlocking: false, CancellationToken.None)
        );
        others.AddRange(await FillAsync());

        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
        foreach (var other in others)
            await other.DisposeAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task PollAsync_ServerWaitsForItsClients_LeavesAndTheServerEnds(bool mayReadFiles)
    {
        if (!mayReadFiles)
            await Cluster.ExecuteAsync("revoke pg_read_all_settings from rgpolicy");
        await using var observer = await ConnectAsync();
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);

        var stopped = Cluster.StopAsync(mode: "smart");
        ObserveException? failure = null;
        var polls = 0;
        for (
            var clock = Stopwatch.StartNew();
            !stopped.IsCompleted && clock.Elapsed < TimeSpan.FromSeconds(30);
            await Task.Delay(100)
        )
        {
            try
            {
                polls += failure is null ? 1 : 0;
                await observer.PollAsync(findBlocking: false, CancellationToken.None);
            }
            catch (ObserveException e)
            {
                failure ??= e;
            }
        }

        // Ten polls a second: within five seconds, counted in polls, for the machine may be busy.
        Assert.InRange(polls, 1, 50);
        Assert.Contains("is being shut down", failure?.Message, StringComparison.Ordinal);
        await stopped.WaitAsync(TimeSpan.FromSeconds(10));
    }

    [Fact]
    public async Task PollAsync_LoginRefusedMeanwhile_IsTriedSeldom()
    {
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(Cluster, clock);
        await Cluster.ExecuteAsync("ALTER ROLE rgpolicy NOLOGIN");
        await Cluster.ExecuteAsync("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rgpolicy'");

        var ended = await FailureAsync(observer);
        var refusals = new List<string>();
        for (var i = 0; i < 10; i++)
            refusals.Add((await FailureAsync(observer)).Message);
        Assert.DoesNotContain("is being shut down", ended.Message, StringComparison.Ordinal);
        Assert.All(refusals, refusal => Assert.Contains("not permitted to log in", refusal, StringComparison.Ordinal));
        Assert.Equal(1, await RefusedLoginsAsync());
        clock.Move(TimeSpan.FromSeconds(2));
        await FailureAsync(observer);
        clock.Move(TimeSpan.FromSeconds(2));
        await FailureAsync(observer);
        Assert.Equal(2, await RefusedLoginsAsync());
        await Cluster.ExecuteAsync("ALTER ROLE rgpolicy LOGIN");
        clock.Move(TimeSpan.FromSeconds(2));
        await observer.PollAsync(findBlocking: false, CancellationToken.None);
    }

    [Fact]
    public async Task PollAsync_RoleIsDroppedMeanwhile_IsNotCalledAWrongPassword()
    {
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(Cluster, clock);
        await Cluster.ExecuteAsync(
            "DROP OWNED BY rgpolicy; DROP ROLE rgpolicy;"
                + "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'RgPolicy%'"
        );

        await FailureAsync(observer);
        var refusal = await FailureAsync(observer);

        Assert.Contains("role \"rgpolicy\" does not exist", refusal.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("password", refusal.Message, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task PollAsync_AllConnectionsAreUsed_IsTriedSeldom()
    {
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(Cluster, clock);
        await Cluster.ExecuteAsync("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rgpolicy'");
        await FailureAsync(observer);
        var others = await FillAsync();
        var before = await RefusedForNoSlotAsync();

        var tries = new List<int>();
        foreach (var seconds in new[] { 0, 0, 1, 1, 3, 1 })
        {
            clock.Move(TimeSpan.FromSeconds(seconds));
            Assert.Contains(
                "all connections are in use",
                (await FailureAsync(observer)).Message,
                StringComparison.Ordinal
            );
            tries.Add(await RefusedForNoSlotAsync() - before);
        }

        // Each time once, and once more after its own other connections have been closed.
        Assert.Equal([2, 2, 2, 4, 4, 6], tries);
        foreach (var other in others)
            await other.DisposeAsync();
        while (await Cluster.ScalarAsync("select count(*) from pg_stat_activity where usename = 'app'") is not 0L)
            await Task.Delay(20);
        clock.Move(TimeSpan.FromSeconds(30));
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
    }

    /// <summary>For one that is not ready <c>rgp run</c> and the service wait.</summary>
    [Fact]
    public async Task ConnectAsync_ServerRecovers_IsNotReadyAndConnectsAfterwards()
    {
        await Cluster.StopAsync();
        await File.WriteAllTextAsync(Path.Join(Cluster.DataDirectory, "standby.signal"), "");
        await File.AppendAllTextAsync(
            Path.Join(Cluster.DataDirectory, "postgresql.auto.conf"),
            "\nhot_standby = off\nrestore_command = 'false'\n"
        );
        await Cluster.StartAgainAsync();

        var failure = await Assert.ThrowsAsync<ObserveException>(() => ConnectAsync());
        Assert.Equal(ServerLack.NotReady, failure.Lack);

        await Cluster.PromoteAsync();
        await using var observer = await ConnectWhenReadyAsync();
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
    }

    private async Task<PostgresObserver> ConnectWhenReadyAsync()
    {
        while (true)
        {
            try
            {
                return await ConnectAsync();
            }
            catch (ObserveException e) when (e.Lack == ServerLack.NotReady)
            {
                await Task.Delay(50);
            }
        }
    }

    [StandbyFact]
    public async Task PollAsync_StandbyIsPromoted_TheNoteGoes()
    {
        await using var standby = await Cluster.StartReplicaAsync();
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(standby, clock);
        Assert.Contains("the server is a standby", observer.Notes, StringComparer.Ordinal);

        Assert.Equal(true, await standby.ScalarAsync("select pg_promote()"));
        clock.Move(TimeSpan.FromSeconds(31));
        await observer.PollAsync(findBlocking: false, CancellationToken.None);

        Assert.DoesNotContain("the server is a standby", observer.Notes, StringComparer.Ordinal);
    }

    [Fact]
    public async Task PollAsync_ExtensionMadeLater_TheNoteGoesAndHistoryComes()
    {
        await using var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"] }
        );
        await cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await cluster.ExecuteAsync("CREATE ROLE app LOGIN");
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(cluster, clock);
        Assert.Contains(observer.Notes, IsOfHistory);

        await cluster.ExecuteAsync("CREATE EXTENSION pg_stat_statements");
        clock.Move(TimeSpan.FromSeconds(31));
        await observer.PollAsync(findBlocking: false, CancellationToken.None);
        Assert.DoesNotContain(observer.Notes, IsOfHistory);
        await using var app = await cluster.OpenAsync(user: "app");
        await using (var once = new NpgsqlCommand("select pg_sleep(0.01)", app))
            await once.ExecuteNonQueryAsync();
        await using var running = await RunningStatement.StartAsync(app, "select pg_sleep(60.0)");

        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q =>
            {
                clock.Move(TimeSpan.FromSeconds(1));
                return q.History is { Executions: > 0 };
            }
        );
    }

    private static bool IsOfHistory(string note) =>
        note.Contains("pg_stat_statements is not installed", StringComparison.Ordinal);

    private static Task<ObserveException> FailureAsync(PostgresObserver observer) =>
        Assert.ThrowsAsync<ObserveException>(() => observer.PollAsync(findBlocking: false, CancellationToken.None));

    private async Task<int> RefusedLoginsAsync() =>
        (await File.ReadAllLinesAsync(Cluster.LogFile)).Count(line =>
            line.Contains("FATAL:  role \"rgpolicy\" is not permitted", StringComparison.Ordinal)
        );

    private async Task<int> RefusedForNoSlotAsync() =>
        (await File.ReadAllLinesAsync(Cluster.LogFile)).Count(line =>
            line.Contains("FATAL:  ", StringComparison.Ordinal)
            && (
                line.Contains("too many clients", StringComparison.Ordinal)
                || line.Contains("remaining connection slots", StringComparison.Ordinal)
            )
        );

    private Task<PostgresObserver> ConnectAsync() => ConnectAsync(Cluster, TimeProvider.System);

    private static Task<PostgresObserver> ConnectAsync(PostgresCluster cluster, TimeProvider clock) =>
        PostgresObserver.ConnectAsync(
            PostgresConnection.Parse(cluster.Url("rgpolicy"), _ => null).Options!,
            clock,
            new PostgresObserverOptions(),
            CancellationToken.None
        );

    private async Task<List<NpgsqlConnection>> FillAsync()
    {
        var connections = new List<NpgsqlConnection>();
        while (true)
        {
            try
            {
                connections.Add(await Cluster.OpenAsync(user: "app"));
            }
            catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.TooManyConnections)
            {
                return connections;
            }
        }
    }
}
