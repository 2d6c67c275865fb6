using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Stopping, losing and restarting the parts.</summary>
public sealed class RestoreTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(2);

    // A lease ends after 1.5 s, and on a machine without a free processor after 4.5 s at most; then
    // everything is let go.
    private static readonly TimeSpan LeaseBound = TimeSpan.FromSeconds(6);

    [RootFact]
    public async Task Service_StoppedByCtrlC_RestoresEverythingAndEndsWith130()
    {
        await using var governed = await GovernedServer.StartAsync(fixture.Server.Cluster, GovernedFixture.Options);
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);

        var groups = governed.Groups();
        Assert.NotEmpty(groups);
        var code = await governed.Service.InterruptAsync(Bound);

        Assert.Equal(130, code);
        Assert.Empty(Governance.Governed(fixture.Server.Cluster.PostmasterProcessId));
        Assert.DoesNotContain(groups, Directory.Exists);
    }

    [RootFact]
    public async Task Server_RestartedInMidRun_IsGovernedAgain()
    {
        await using var governed = await GovernedServer.StartAsync(fixture.Server.Cluster, GovernedFixture.Options);
        await fixture.Server.Cluster.StopAsync();
        await Task.Delay(TimeSpan.FromSeconds(1));
        Assert.False(governed.Service.HasEnded, "the service ended with the server: " + governed.Said);
        await fixture.Server.Cluster.StartAgainAsync();

        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
    }

    [RootFact]
    public async Task Service_Frozen_LosesItsLeaseAndTheBackendsAreLetGo()
    {
        await using var governed = await GovernedServer.StartAsync(fixture.Server.Cluster, GovernedFixture.Options);
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
        var origin = Governance.Of(fixture.Server.Cluster.PostmasterProcessId);

        governed.Service.Signal(ProcessControl.Stop);
        try
        {
            Assert.True(await scan.BecomesAsync(g => g == origin, LeaseBound), "still governed: " + scan.Governance);
        }
        finally
        {
            governed.Service.Signal(ProcessControl.Continue);
        }
    }
}
