using System.Collections.Immutable;
using System.Diagnostics;
using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Engine.Observe;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What stops or fills up a server needs one of its own.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PostgresOutageTests : IAsyncLifetime
{
    private PostgresCluster? _cluster;

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(new PostgresClusterOptions
        {
            Settings = ImmutableDictionary<string, string>.Empty.Add("max_connections", "10").Add("compute_query_id", "on"),
        });
        await Cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await Cluster.ExecuteAsync("CREATE ROLE app LOGIN");
    }

    public async Task DisposeAsync()
    {
        if (_cluster is not null) await _cluster.DisposeAsync();
    }

    [Fact]
    public async Task PollAsync_ServerRestarted_FailsThenRecovers()
    {
        await using var observer = await ConnectAsync();
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);

        await Cluster.StopAsync();
        var failure = await Assert.ThrowsAsync<ObserveException>(() => observer.PollAsync(findBlocking: false, CancellationToken.None));
        await Assert.ThrowsAsync<ObserveException>(() => observer.PollAsync(findBlocking: false, CancellationToken.None));
        await Cluster.StartAgainAsync();

        Assert.Contains(Cluster.SocketDirectory, failure.Message, StringComparison.Ordinal);
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
        await using var running = await RunningStatement.StartAsync(await Cluster.OpenAsync(user: "app"), "select pg_sleep(60)");
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
    }

    [Fact]
    public async Task PollAsync_NoConnectionIsLeft_GivesUpItsOthersForThePoll()
    {
        await using var observer = await ConnectAsync();
        await using var running = await RunningStatement.StartAsync(await Cluster.OpenAsync(user: "app"), "select pg_sleep(60)");
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
        var others = await FillAsync();

        await Cluster.ExecuteAsync(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rgpolicy' and query like '%pg_stat_get_activity%'");
        await Assert.ThrowsAsync<ObserveException>(() => observer.PollAsync(findBlocking: false, CancellationToken.None));
        others.AddRange(await FillAsync());

        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
        foreach (var other in others) await other.DisposeAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task PollAsync_ServerWaitsForItsClients_LeavesAndTheServerEnds(bool mayReadFiles)
    {
        if (!mayReadFiles) await Cluster.ExecuteAsync("revoke pg_read_all_settings from rgpolicy");
        await using var observer = await ConnectAsync();
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);

        var stopped = Cluster.StopAsync(mode: "smart");
        ObserveException? failure = null;
        for (var clock = Stopwatch.StartNew(); !stopped.IsCompleted && clock.Elapsed < TimeSpan.FromSeconds(30); await Task.Delay(100))
        {
            try
            {
                await observer.PollAsync(findBlocking: false, CancellationToken.None);
            }
            catch (ObserveException e)
            {
                failure ??= e;
            }
        }

        Assert.Contains("is being shut down", failure?.Message, StringComparison.Ordinal);
        await stopped.WaitAsync(TimeSpan.FromSeconds(10));
    }

    private Task<PostgresObserver> ConnectAsync() => PostgresObserver.ConnectAsync(
        PostgresConnection.Parse(Cluster.Url("rgpolicy"), _ => null).Options!, TimeProvider.System, new PostgresObserverOptions(),
        CancellationToken.None);

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
