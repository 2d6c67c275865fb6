using Npgsql;
using Npgsql.Replication;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

/// <summary>What a poll tells of those for whom others wait or may have to, on a server of its own with
/// logical replication.</summary>
public sealed class HeldLocksTests : IAsyncLifetime
{
    private const string Busy = "select pg_sleep(100)";
    private const string Write =
        "insert into t select g from generate_series(1, 1000) g where pg_sleep(0.1) is not null";

    private PostgresCluster? _cluster;

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("wal_level", "logical")
                    .Add("synchronous_standby_names", "nobody")
                    .Add("synchronous_commit", "local"),
            }
        );
        await Cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await Cluster.ExecuteAsync(
            "CREATE ROLE app LOGIN REPLICATION; CREATE TABLE t (id int); ALTER TABLE t OWNER TO app"
        );
    }

    public async Task DisposeAsync()
    {
        if (_cluster is not null)
            await _cluster.DisposeAsync();
    }

    [Fact]
    public async Task PollAsync_StatementOfATransaction_SaysWhetherItHasWritten()
    {
        await using var observer = await ConnectAsync();
        await using var reader = await TransactionAsync("select 1");
        await using var writer = await TransactionAsync("insert into t values (1)");

        Assert.False(
            (await PostgresServer.UntilAsync(observer, reader.ProcessId, q => q.Statement?.Text == Busy)).HasWritten
        );
        Assert.True(
            (await PostgresServer.UntilAsync(observer, writer.ProcessId, q => q.Statement?.Text == Busy)).HasWritten
        );
    }

    /// <summary>A driver that uses the extended protocol begins the transaction of a single statement before the
    /// statement.</summary>
    [Fact]
    public async Task PollAsync_WriteAlone_HasNotWrittenBeforeItself()
    {
        await using var observer = await ConnectAsync();
        await using var write = await RunAsync(Write);
        await UntilItWritesAsync(write.ProcessId);

        var seen = await PostgresServer.UntilAsync(observer, write.ProcessId, q => q.Statement?.Text == Write);

        Assert.False(seen.HasWritten);
    }

    [Fact]
    public async Task PollAsync_WriteAfterAnother_HasWrittenBeforeItself()
    {
        await using var observer = await ConnectAsync();
        await using var write = await TransactionAsync("insert into t select 1 from pg_sleep(0.1)", Write);

        var seen = await PostgresServer.UntilAsync(observer, write.ProcessId, q => q.Statement?.Text == Write);

        Assert.True(seen.HasWritten);
    }

    /// <summary>However soon after a write: what reads has written nothing by itself.</summary>
    [Fact]
    public async Task PollAsync_ReadRightAfterAWrite_HasWritten()
    {
        await using var observer = await ConnectAsync();
        await using var connection = await Cluster.OpenAsync("postgres", "app");
        await using var transaction = await connection.BeginTransactionAsync();
        await using var read = await RunningStatement.StartAsync(connection, "insert into t values (1); " + Busy);

        var seen = await PostgresServer.UntilAsync(observer, connection.ProcessID, q => q.Statement is not null);

        Assert.True(seen.HasWritten);
    }

    [Fact]
    public async Task PollAsync_CommitThatWaitsForAReplica_IsTransactionControlThatCommits()
    {
        await using var observer = await ConnectAsync();
        await using var connection = await Cluster.OpenAsync("postgres", "app");
        await ExecuteAsync(connection, "set synchronous_commit = on; begin; insert into t values (1)");
        await using var commit = await RunningStatement.StartAsync(connection, "COMMIT");

        var query = await PostgresServer.UntilAsync(observer, connection.ProcessID, q => q.IsInCriticalSection);

        Assert.True(query.Statement?.IsTransactionControl);
    }

    [Fact]
    public async Task PollAsync_WalSenderWaits_IsSaidWithWhomItWaitsFor()
    {
        await using var observer = await ConnectAsync();
        await using var writer = await TransactionAsync("insert into t values (1)");
        await PostgresServer.UntilAsync(observer, writer.ProcessId, q => q.HasWritten);
        await using var replica = new LogicalReplicationConnection(Cluster.ConnectionString("postgres", "app"));
        await replica.Open();
        using var end = new CancellationTokenSource();
        var slot = replica.CreatePgOutputReplicationSlot("waits", temporarySlot: true, cancellationToken: end.Token);

        var seen = await UntilAsync(observer, o => o.OthersWaitForLocks && o.LockWaits is { IsEmpty: false });
        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => slot);

        var wait = Assert.Single(seen.LockWaits!.Value);
        Assert.Equal(writer.ProcessId, wait.Blocker);
        Assert.DoesNotContain(seen.Queries, q => q.ProcessId == wait.Waiter);
        Assert.Equal(1, seen.Blocking![writer.ProcessId]);
    }

    [Theory]
    [InlineData("select pg_advisory_lock(7)", true)]
    [InlineData("lock table t", false)]
    public async Task PollAsync_ClientWaits_IsSaidWhetherTheLockIsAdvisory(string take, bool isAdvisory)
    {
        await using var observer = await ConnectAsync();
        await using var holder = await TransactionAsync(take);
        await using var waiter = await RunAsync(isAdvisory ? "select pg_advisory_lock(7)" : "select count(*) from t");

        var seen = await UntilAsync(observer, o => o.LockWaits is { IsEmpty: false });

        Assert.Equal(
            [new LockWait(waiter.ProcessId, holder.ProcessId, isAdvisory)],
            seen.LockWaits!.Value.AsEnumerable()
        );
        Assert.False(seen.OthersWaitForLocks);
    }

    private Task<PostgresObserver> ConnectAsync() =>
        PostgresObserver.ConnectAsync(
            PostgresConnection.Parse(Cluster.Url("rgpolicy", "postgres"), _ => null).Options!,
            TimeProvider.System,
            new PostgresObserverOptions { FetchPlans = false },
            CancellationToken.None
        );

    private async Task<RunningStatement> RunAsync(string sql) =>
        await RunningStatement.StartAsync(await Cluster.OpenAsync("postgres", "app"), sql);

    /// <summary>A transaction in which one statement has ended and another runs.</summary>
    private async Task<RunningStatement> TransactionAsync(string first, string then = Busy)
    {
        var connection = await Cluster.OpenAsync("postgres", "app");
        await ExecuteAsync(connection, "begin");
        await ExecuteAsync(connection, first);
        return await RunningStatement.StartAsync(connection, then);
    }

    private async Task UntilItWritesAsync(int processId)
    {
        var sql = $"select count(*) from pg_stat_activity where pid = {processId} and backend_xid is not null";
        while (await Cluster.ScalarAsync(sql) is not 1L)
            await Task.Delay(20);
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    private static async Task<Observation> UntilAsync(PostgresObserver observer, Predicate<Observation> wanted)
    {
        for (var i = 0; i < 600; i++)
        {
            var observation = await observer.PollAsync(findBlocking: true, CancellationToken.None);
            if (wanted(observation))
                return observation;
            await Task.Delay(50);
        }

        throw new TimeoutException("nothing was as wanted");
    }
}
