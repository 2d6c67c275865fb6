using System.Diagnostics;
using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Engine.Observe;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// What remains of a client behind a pooler, as docs/howto/poolers.md says: its application name, tags in comments, and its
/// login where the pool does not have one for all. One backend serves one client after the other.
/// </summary>
public sealed class PoolerSignalsTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    private PostgresCluster Cluster => fixture.Server.Cluster;

    [Theory]
    [Pool("transaction")]
    [Pool("session")]
    [Pool(PoolAttribute.PgPoolName)]
    public async Task PollAsync_ClientsOfAPool_AreToldApartByNameAndTag(string pooler)
    {
        await using var pool = await OpenPoolAsync(pooler, null);
        await using var observer = await ObserveAsync();

        foreach (var (application, encoding) in new[] { ("bi", "UTF8"), ("web", "iso-8859-1"), ("bi", "UTF8") })
        {
            var query = await WhileItRunsAsync(
                observer,
                pool.Client(application, encoding),
                "/* tenant=acme */ SELECT pg_sleep(60), 'Zürich'"
            );

            Assert.Equal((application, BenchRoles.Oltp), (query.Session.App, query.Session.Login));
            Assert.Contains("/* tenant=acme */", query.Statement!.Text, StringComparison.Ordinal);
            Assert.Contains("Zürich", query.Statement.Text, StringComparison.Ordinal);
        }
    }

    [Theory]
    [Pool("transaction")]
    [Pool("session")]
    public async Task PollAsync_PoolWithOneRole_TellsTheClientsNameAndThePoolsLogin(string pooler)
    {
        await using var pool = await OpenPoolAsync(pooler, BenchRoles.Analytics);
        await using var observer = await ObserveAsync();

        foreach (var application in new[] { "bi", "web" })
        {
            var query = await WhileItRunsAsync(observer, pool.Client(application, "UTF8"), "SELECT pg_sleep(60)");

            Assert.Equal((application, BenchRoles.Analytics), (query.Session.App, query.Session.Login));
        }
    }

    private async Task<ObservedQuery> WhileItRunsAsync(PostgresObserver observer, string client, string text)
    {
        await using var connection = new NpgsqlConnection(client);
        await connection.OpenAsync();
        await using var command = new NpgsqlCommand(text, connection) { CommandTimeout = 0 };
        var running = command.ExecuteScalarAsync();
        var query = await FindAsync(observer, running);
        await fixture.Server.ExecuteAsync($"SELECT pg_cancel_backend({query.ProcessId})", CancellationToken.None);
        await Assert.ThrowsAsync<PostgresException>(() => running);
        return query;
    }

    private static async Task<ObservedQuery> FindAsync(PostgresObserver observer, Task running)
    {
        var began = Stopwatch.StartNew();
        while (began.Elapsed < TimeSpan.FromSeconds(30) && !running.IsCompleted)
        {
            var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            var found = observation.Queries.FirstOrDefault(query =>
                query.Statement?.Text?.Contains("pg_sleep(60)", StringComparison.Ordinal) == true
            );
            if (found is not null)
                return found;
            await Task.Delay(50);
        }

        await running.WaitAsync(TimeSpan.FromSeconds(1));
        throw new InvalidOperationException("the statement was not seen");
    }

    private async Task<PostgresObserver> ObserveAsync()
    {
        var connection = PostgresConnection.Parse(Cluster.Url(BenchRoles.Observer), _ => null).Options!;
        return await PostgresObserver.ConnectAsync(
            connection,
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );
    }

    private async Task<OpenPool> OpenPoolAsync(string pooler, string? role)
    {
        if (pooler == PoolAttribute.PgPoolName)
        {
            var pool = await PgPool.StartAsync(Cluster);
            return new OpenPool(
                pool,
                (application, encoding) =>
                    pool.ConnectionString(BenchRoles.Oltp, BenchServer.Database, application, encoding)
            );
        }

        var bouncer = await PgBouncer.StartAsync(Cluster, pooler, poolSize: 1, forcedUser: role);
        return new OpenPool(
            bouncer,
            (application, encoding) =>
                bouncer.ConnectionString(BenchRoles.Oltp, BenchServer.Database, application, encoding)
        );
    }

    private sealed record OpenPool(IAsyncDisposable Pooler, Func<string, string, string> Client) : IAsyncDisposable
    {
        public ValueTask DisposeAsync() => Pooler.DisposeAsync();
    }
}
