using RgPolicy.Dbms.SqlServer.Trials;
using RgPolicy.Dbms.Trials;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A workload tried on a server: what it is asked, and who may.</summary>
public sealed class SqlServerTrialServerTests
{
    private static readonly TrialStatement Statement = new("s", 1, "select count(*) from sys.databases -- all");

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2019)]
    [InlineData(2022)]
    public async Task Run_WithSettings_GivesThemAsHints(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var trial = await SqlServerTrialServer.ConnectAsync(
            server.Administrator,
            2,
            TimeSpan.FromMinutes(1),
            CancellationToken.None
        );

        foreach (var session in trial.Sessions)
        {
            await session.SetAsync(new TrialSettings(1, null, 5), CancellationToken.None);
            var execution = await session.RunAsync(Statement, CancellationToken.None);
            Assert.True(execution.Elapsed > TimeSpan.Zero);
        }

        Assert.Equal(2, trial.Sessions.Count);
        Assert.Equal("sqlserver", trial.Facts.Kind);
        Assert.NotNull(trial.Facts.MostWorkers);
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Run_QueryThatFails_IsToldAndTheSessionGoesOn(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var trial = await SqlServerTrialServer.ConnectAsync(
            server.Administrator,
            1,
            TimeSpan.FromMinutes(1),
            CancellationToken.None
        );

        var failure = await Assert.ThrowsAsync<TrialException>(() =>
            trial
                .Sessions[0]
                .RunAsync(
                    new TrialStatement("gone", 1, "select convert(int, name) from sys.databases"),
                    CancellationToken.None
                )
        );
        await trial.Sessions[0].RunAsync(Statement, CancellationToken.None);

        Assert.StartsWith("`gone`: ", failure.Message, StringComparison.Ordinal);
        Assert.False(failure.IsOver);
    }
}
