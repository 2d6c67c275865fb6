using RgPolicy.Dbms.SqlServer.Kill;
using RgPolicy.Dbms.Tests.SqlServer.Live;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Loopback;

/// <summary>What a KILL would roll back is looked at before.</summary>
public sealed class SessionKillTests
{
    [Theory]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Cancel_TransactionThatHasWrittenMuch_IsSparedAndSaid(int version)
    {
        var server = LoopbackServer.Begin(version, "enterprise", new ServerSetup { Scenario = "writers" });
        await using var observed = await ObservedServer.ObserveAsync(server, ObservedServer.Watcher(server));

        Assert.Contains("has used 3072 MiB of log", await CancelAsync(observed, "Purge"), StringComparison.Ordinal);
        Assert.Equal(SessionKill.Spared, await CancelAsync(observed, "Queue"));
        Assert.Null(await CancelAsync(observed, "Load"));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    private static async Task<string?> CancelAsync(ObservedServer observed, string app) =>
        await observed.Observer.CancelAsync(
            await observed.UntilAsync(app, query => query.Statement is not null),
            CancellationToken.None
        );
}
