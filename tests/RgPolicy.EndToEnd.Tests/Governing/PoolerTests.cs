using Npgsql;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Behind pgbouncer in transaction mode one backend works for many clients: it is governed by
/// whose statement it runs.</summary>
public sealed class PoolerTests(ServerFixture fixture) : IClassFixture<ServerFixture>, IAsyncLifetime
{
    private const int Rounds = 3;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly string _policy = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".rgp");

    public Task InitializeAsync() =>
        File.WriteAllTextAsync(
            _policy,
            """
            language 1
            pool fast { cpu weight 1000 }
            pool slow { cpu weight 100 }
            class bi -> slow when session.app = 'bi'
            default -> fast

            """
        );

    public Task DisposeAsync()
    {
        File.Delete(_policy);
        return Task.CompletedTask;
    }

    [PoolerFact]
    public async Task SharedBackend_HandedFromOneApplicationToTheOther_IsThrottledForTheOneAlone()
    {
        var origin = Governance.Of(fixture.Server.Cluster.PostmasterProcessId);
        await using var governed = await GovernedServer.StartAsync(
            fixture.Server.Cluster,
            GovernedFixture.Options with
            {
                Policy = _policy,
            }
        );
        await using var bouncer = await PgBouncer.StartAsync(
            fixture.Server.Cluster,
            "transaction",
            poolSize: 1,
            forcedUser: BenchRoles.Oltp
        );
        await using var bi = await OpenAsync(bouncer, "bi");
        await using var web = await OpenAsync(bouncer, "web");
        var backend = (int)(await ScalarAsync(web, "select pg_backend_pid()"))!;

        for (var round = 0; round < Rounds; round++)
        {
            await WhileItRunsAsync(
                bi,
                backend,
                now => now.CpuGroup != origin.CpuGroup,
                "the statement of bi was not throttled"
            );
            await WhileItRunsAsync(web, backend, now => now == origin, "the statement of web stayed throttled");
        }

        Assert.Equal(backend, await ScalarAsync(bi, "select pg_backend_pid()"));
    }

    /// <summary>Runs a statement that ends when its backend is as wanted.</summary>
    private async Task WhileItRunsAsync(
        NpgsqlConnection client,
        int backend,
        Func<Governance, bool> wanted,
        string otherwise
    )
    {
        var running = ScalarAsync(client, $"select pg_sleep({Patience.TotalSeconds:0})");
        while (!running.IsCompleted && !wanted(Governance.Of(backend)))
            await Task.Delay(5);
        Assert.False(running.IsCompleted, otherwise + ": " + Governance.Of(backend));
        await fixture.Server.ExecuteAsync($"select pg_cancel_backend({backend})", CancellationToken.None);
        await Assert.ThrowsAsync<PostgresException>(() => running);
    }

    private static async Task<object?> ScalarAsync(NpgsqlConnection client, string sql)
    {
        await using var command = new NpgsqlCommand(sql, client) { CommandTimeout = 0 };
        return await command.ExecuteScalarAsync();
    }

    private static async Task<NpgsqlConnection> OpenAsync(PgBouncer bouncer, string application)
    {
        var connection = new NpgsqlConnection(
            bouncer.ConnectionString(BenchRoles.Oltp, BenchServer.Database, application)
        );
        await connection.OpenAsync();
        return connection;
    }
}
