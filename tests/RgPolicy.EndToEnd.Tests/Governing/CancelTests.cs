using Npgsql;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A rule that cancels, on a real server.</summary>
public sealed class CancelTests
{
    private const string Policy = """
        language 1
        pool all { cpu weight 1000 }
        pool low { cpu weight 100 }
        class report -> low when session.login = 'report'
        class admin  -> low when session.login = exactly 'postgres'
        default      -> all
        rule stop on class report, admin { when request.elapsed > 1 s then cancel }
        """;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    [RootFact]
    public async Task Rule_Cancel_EndsTheQueryAloneAndNeverASuperusers()
    {
        await using var server = await BenchServer.StartAsync(scale: 0.01, keep: false, CancellationToken.None);
        await using var governed = await StartAsync(server, "--allow-cancel", "--cancel-grace", "0s");
        const string Lack = "'rgpolicy' may not; run: GRANT pg_signal_backend TO \"rgpolicy\";";
        Assert.True(await governed.Service.WaitForOutputAsync(Lack, Longest), governed.Said);
        await server.ExecuteAsync("grant pg_signal_backend to rgpolicy", CancellationToken.None);
        await using var app = await LiveQuery.StartAsync(server, BenchRoles.Oltp, "select pg_sleep(4)");
        await using var admin = await LiveQuery.StartAsync(server, "postgres", "select pg_sleep(4)");
        await using var report = await LiveQuery.StartAsync(server, BenchRoles.Analytics, "select pg_sleep(60)");

        var failure = await Assert.ThrowsAsync<PostgresException>(() => report.Running.WaitAsync(Longest));

        Assert.Equal(PostgresErrorCodes.QueryCanceled, failure.SqlState);
        await report.RunAsync("select 1");
        await app.Running.WaitAsync(Longest);
        await admin.Running.WaitAsync(Longest);
        Assert.Contains("was cancelled by rule stop", governed.Said, StringComparison.Ordinal);
        Assert.Contains("not done, superuser", governed.Said, StringComparison.Ordinal);
    }

    [RootFact]
    public async Task Rule_CancelThatIsNotAllowed_IsSaidAndNotDone()
    {
        await using var server = await BenchServer.StartAsync(scale: 0.01, keep: false, CancellationToken.None);
        await using var governed = await StartAsync(server);
        await using var report = await LiveQuery.StartAsync(server, BenchRoles.Analytics, "select pg_sleep(4)");

        await report.Running.WaitAsync(Longest);

        Assert.Contains("not allowed: start the service with --allow-cancel", governed.Said, StringComparison.Ordinal);
    }

    private static async Task<GovernedServer> StartAsync(BenchServer server, params string[] arguments)
    {
        var policy = Path.Combine(server.Cluster.RootDirectory, "cancel.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        return await GovernedServer.StartAsync(
            server.Cluster,
            new GovernedServerOptions
            {
                Policy = policy,
                Observer = BenchRoles.Observer,
                Database = BenchServer.Database,
                ServiceArguments = arguments,
            }
        );
    }
}
