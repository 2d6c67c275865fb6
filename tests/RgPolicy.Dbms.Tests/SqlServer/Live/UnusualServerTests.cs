using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Plans;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A server on which case counts, and that has divided its nodes, means the same to RgPolicy
/// as any other.</summary>
public sealed class UnusualServerTests : IDisposable
{
    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Cancel_MaintenanceOnABinaryServer_IsRefusedAndOthersAreEnded(int version)
    {
        await using var observed = await StartAsync(version);
        var shrink = await observed.UntilAsync("Shrink", query => query.Statement is not null);
        var report = await observed.UntilAsync("Reports", query => query.Plan.State == PlanState.Known);

        Assert.Equal(
            (StatementKind.Maintenance, StatementKind.Select),
            (shrink.Statement!.Kind, report.Statement!.Kind)
        );
        Assert.Contains(
            "maintenance",
            await observed.Observer.CancelAsync(shrink, CancellationToken.None),
            StringComparison.Ordinal
        );
        Assert.Null(await observed.Observer.CancelAsync(report, CancellationToken.None));
        await observed.UntilResourcesAsync(each => each.Requests.ContainsKey(shrink.ProcessId));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Apply_BinaryServer_ReadsBackAndIsTakenBack(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Scenario = "unusual" }
        );
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var before = await configurator.ReadAsync(CancellationToken.None);

        var plan = await configurator.PlanAsync(
            new GovernorPolicies(seed: 7).Next(configurator.Profile),
            takesOver: false,
            CancellationToken.None
        );
        var outcome = await runner.ApplyAsync(plan, CancellationToken.None);
        Assert.True(outcome.Status == ChangeStatus.Done, outcome.Problem);
        var back = await configurator.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        Assert.Equal(ChangeStatus.Done, (await runner.RollBackAsync(back, 0, CancellationToken.None)).Status);

        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Profile_NodesThatTheServerDivides_AreThoseOfTheHardware(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Scenario = "unusual" }
        );
        await using var configurator = await server.Administrator.ConfiguratorAsync();

        Assert.Equal(8, configurator.Profile.Cores);
        Assert.Equal(
            "0 1 2 3|4 5 6 7",
            string.Join('|', configurator.Profile.NumaNodes.Select(node => string.Join(' ', node)))
        );
    }

    private static async Task<ObservedServer> StartAsync(int version)
    {
        var server = await TestServer.StartAsync(version, "enterprise", new ServerSetup { Scenario = "unusual" });
        return await ObservedServer.ObserveAsync(
            server,
            ObservedServer.Watcher(server),
            new SqlServerObserverOptions()
        );
    }
}
