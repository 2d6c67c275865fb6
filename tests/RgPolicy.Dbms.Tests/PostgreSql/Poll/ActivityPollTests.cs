using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.Starting;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

[Collection(PostgresVersionsFixture.Collection)]
public sealed class ActivityPollTests(PostgresVersionsFixture servers)
{
    [Theory]
    [OnPostgres(14, false)]
    [OnPostgres(14, true)]
    [OnPostgres(15, true)]
    [OnPostgres(16, true)]
    [OnPostgres(17, true)]
    [OnPostgres(18, false)]
    [OnPostgres(18, true)]
    public async Task RunAsync_FullOrLean_ReadsApplicationsLockWaitsAndItsOwnRight(int version, bool isLean)
    {
        var cluster = await servers.GetAsync(version);
        await using var link = await OpenAsync(cluster);
        await using var client = await cluster.OpenAsync(
            PostgresVersionsFixture.Shop,
            PostgresVersionsFixture.Application
        );
        await using var holder = await cluster.OpenAsync(
            PostgresVersionsFixture.Shop,
            PostgresVersionsFixture.Application
        );

        await PostgresServer.DoAsync(client, "set application_name = 'bi'");
        var first = await RowOfAsync(link, isLean, client, "select pg_sleep(60)", _ => true);
        await PostgresServer.DoAsync(client, "set application_name = 'web'");
        var second = await RowOfAsync(link, isLean, client, "select pg_sleep(60)", r => r.Started > first.Started);
        Assert.DoesNotContain(0, new[] { first.AppHash, second.AppHash });
        Assert.False(second.IsSameSession(first));

        await PostgresServer.DoAsync(holder, "begin; lock table orders");
        var waiting = await RowOfAsync(link, isLean, client, "select count(*) from orders", r => r.WaitsForLock);
        Assert.True(waiting.IsSameSession(second));
        await PostgresServer.DoAsync(holder, "rollback");
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task RunAsync_Lean_NoticesThatItsOwnRightIsGone(int version)
    {
        var cluster = await servers.GetAsync(version);
        await using var link = await OpenAsync(cluster);
        await cluster.ExecuteAsync("REVOKE pg_read_all_stats FROM rgpolicy");
        try
        {
            var snapshot = new ActivitySnapshot();
            await link.Activity.RunAsync(snapshot, isLean: true, CancellationToken.None);
            Assert.False(snapshot.ReadsAllStatistics);
        }
        finally
        {
            await cluster.ExecuteAsync("GRANT pg_read_all_stats TO rgpolicy");
        }
    }

    private static Task<PostgresPollConnection> OpenAsync(PostgresCluster cluster) =>
        PostgresPollConnection.OpenAsync(
            PostgresVersionsFixture.Observer(cluster),
            PostgresBackends.Own(isLocal: true),
            new StartSteps("test", TimeProvider.System),
            CancellationToken.None
        );

    /// <summary>Runs a statement, polls until its row is as wanted, and cancels it.</summary>
    private static async Task<ActivityRow> RowOfAsync(
        PostgresPollConnection link,
        bool isLean,
        NpgsqlConnection client,
        string sql,
        Predicate<ActivityRow> wanted
    )
    {
        await using var command = new NpgsqlCommand(sql, client);
        var running = command.ExecuteNonQueryAsync();
        try
        {
            var snapshot = new ActivitySnapshot();
            for (var attempt = 0; attempt < 600; attempt++)
            {
                await link.Activity.RunAsync(snapshot, isLean, CancellationToken.None);
                var row = snapshot.Backends.Find(r => r.ProcessId == client.ProcessID);
                if (row.ProcessId != 0 && wanted(row))
                    return row;
                await Task.Delay(50);
            }

            throw new TimeoutException("the row was never as wanted: " + sql);
        }
        finally
        {
            command.Cancel();
            await Assert.ThrowsAsync<OperationCanceledException>(() => running);
        }
    }
}
