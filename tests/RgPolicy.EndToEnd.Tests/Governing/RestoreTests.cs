using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Stopping, losing and restarting the parts.</summary>
public sealed class RestoreTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Start = TimeSpan.FromSeconds(20);

    [RootFact]
    public async Task Service_StoppedByCtrlC_RestoresEverythingAndEndsWith130()
    {
        await using var governed = await GovernedServer.StartAsync(fixture.Server.Cluster, GovernedFixture.Options);
        await using var scan = await GovernedScanAsync();

        var code = await governed.Service.InterruptAsync(Bound);

        Assert.Equal(130, code);
        Assert.Empty(Governance.Governed(fixture.Server.Cluster.PostmasterProcessId));
        Assert.Empty(Governance.Groups());
    }

    [RootFact]
    public async Task Server_RestartedInMidRun_IsGovernedAgain()
    {
        await using var governed = await GovernedServer.StartAsync(fixture.Server.Cluster, GovernedFixture.Options);
        await fixture.Server.Cluster.StopAsync();
        await Task.Delay(TimeSpan.FromSeconds(1));
        Assert.False(governed.Service.HasEnded, "the service ended with the server: " + governed.Said);
        await fixture.Server.Cluster.StartAgainAsync();

        Assert.True(await governed.WaitUntilGoverningAsync(Start), governed.Said);
        await using var scan = await GovernedScanAsync(attempts: 5);
    }

    [RootFact]
    public async Task Service_Frozen_LosesItsLeaseAndTheBackendsAreLetGo()
    {
        await using var governed = await GovernedServer.StartAsync(fixture.Server.Cluster, GovernedFixture.Options);
        await using var scan = await GovernedScanAsync();
        var origin = Governance.Of(fixture.Server.Cluster.PostmasterProcessId);

        governed.Service.Signal(ProcessControl.Stop);
        try
        {
            Assert.True(await scan.BecomesAsync(g => g == origin, Bound), "still governed: " + scan.Governance);
        }
        finally
        {
            governed.Service.Signal(ProcessControl.Continue);
        }
    }

    // Starts scans until one is governed: the first ones after a start may end before the loop is warm.
    private async Task<LiveQuery> GovernedScanAsync(int attempts = 3)
    {
        var origin = Governance.Of(fixture.Server.Cluster.PostmasterProcessId);
        for (var attempt = 0; attempt < attempts; attempt++)
        {
            var scan = await LiveQuery.StartAsync(fixture.Server, BenchRoles.Analytics, LiveQuery.Scan);
            if (await scan.BecomesAsync(g => g.CpuGroup != origin.CpuGroup)) return scan;
            await scan.DisposeAsync();
        }

        throw new InvalidOperationException("no scan was governed");
    }
}
