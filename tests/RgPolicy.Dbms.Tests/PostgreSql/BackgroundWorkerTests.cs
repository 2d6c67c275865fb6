using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>Background workers that run users' SQL: jobs of pg_cron on a real server.</summary>
[Collection(PostgresServer.Collection)]
public sealed class BackgroundWorkerTests : IAsyncLifetime
{
    private PostgresCluster? _cluster;

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        if (CronServer.ReasonToSkip is not null)
            return;
        _cluster = await CronServer.StartAsync();
        await Cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await Cluster.ExecuteAsync("GRANT pg_signal_backend TO rgpolicy");
    }

    public async Task DisposeAsync()
    {
        if (_cluster is not null)
            await _cluster.DisposeAsync();
    }

    [CronFact]
    public async Task PollAsync_WorkerOfANamedType_IsAClientWithItsLoginTextAndPlan()
    {
        await using var observer = await ConnectAsync(CronServer.WorkerType);
        var worker = await WorkerAsync();

        var query = await PostgresServer.UntilAsync(observer, worker, q => q.Plan.State == PlanState.Known);

        Assert.Equal(
            (CronServer.Login, "postgres", true),
            (query.Session.Login, query.Session.Database, query.Session.IsBackgroundWorker)
        );
        Assert.StartsWith("SELECT count(*) FROM orders", query.Statement!.Text, StringComparison.Ordinal);
        Assert.Equal("re-explain", query.Plan.Source);
        Assert.Equal([worker], (await PollAsync(observer)).Select(each => each.ProcessId));
    }

    [CronFact]
    public async Task PollAsync_TypeIsNotNamed_IsNotListed()
    {
        await using var observer = await ConnectAsync();
        await WorkerAsync();

        Assert.Empty(await PollAsync(observer));
    }

    [CronFact]
    public async Task CancelAsync_WorkerOfANamedType_EndsItsStatementAndNoOthers()
    {
        var worker = await WorkerAsync();
        await using var observer = await ConnectAsync(CronServer.WorkerType);
        var query = await PostgresServer.UntilAsync(observer, worker, _ => true);
        await using var other = await ConnectAsync();
        await other.PollAsync(findBlocking: false, CancellationToken.None);

        Assert.Equal(
            "the query has ended, or is a superuser's",
            await other.CancelAsync(query, CancellationToken.None)
        );
        Assert.Null(await observer.CancelAsync(query, CancellationToken.None));

        for (var i = 0; i < 600 && await FindWorkerAsync() == worker; i++)
            await Task.Delay(50);
        Assert.NotEqual(worker, await FindWorkerAsync());
    }

    private Task<PostgresObserver> ConnectAsync(params string[] types) =>
        PostgresObserver.ConnectAsync(
            PostgresConnection.Parse(Cluster.Url("rgpolicy"), _ => null).Options! with
            {
                TrustedRoles = [CronServer.Login],
                ClientBackendTypes = [.. types],
            },
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );

    private static async Task<ImmutableArray<ObservedQuery>> PollAsync(PostgresObserver observer) =>
        (await observer.PollAsync(findBlocking: false, CancellationToken.None)).Queries;

    private async Task<int> WorkerAsync()
    {
        for (var i = 0; i < 600; i++)
        {
            if (await FindWorkerAsync() is { } found)
                return found;
            await Task.Delay(50);
        }

        throw new TimeoutException("the job did not start");
    }

    private async Task<int?> FindWorkerAsync() =>
        await Cluster.ScalarAsync(
            $"SELECT pid FROM pg_stat_activity WHERE backend_type = '{CronServer.WorkerType}' AND state = 'active'"
        ) as int?;
}
