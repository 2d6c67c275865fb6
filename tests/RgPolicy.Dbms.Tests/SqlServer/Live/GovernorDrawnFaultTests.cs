using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Drawn policies, one in place of the other, with a failure at every single statement of the change and of
/// its rollback. RGPOLICY_POLICIES=1000 draws more.</summary>
public sealed class GovernorDrawnFaultTests : IDisposable
{
    private const int Share = 50;

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "enterprise", 13)]
    [InlineData(2022, "enterprise", 16)]
    [InlineData(2025, "standard", 17)]
    public async Task Apply_DrawnPoliciesFailingAtEveryStatement_LeaveTheCatalogAsItWas(
        int version,
        string edition,
        int major
    )
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var policies = new GovernorPolicies(seed: 500 + major);
        var empty = await GovernorCatalog.ReadAsync(server, version);
        for (var number = 0; number < DrawnCount.Value / Share; number++)
        {
            var program = policies.Next(configurator.Profile);
            await FailEverywhereAsync(
                server,
                version,
                () => configurator.PlanAsync(program, takesOver: false, CancellationToken.None),
                plan => runner.ApplyAsync(plan, CancellationToken.None)
            );
        }

        await FailEverywhereAsync(
            server,
            version,
            () => configurator.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None),
            plan => runner.RollBackAsync(plan, 0, CancellationToken.None)
        );
        Same(empty, await GovernorCatalog.ReadAsync(server, version));
        Assert.Empty(server.NotUnderstood);
    }

    /// <summary>Carries a change out, failing at its first statement, at its second, and so on, and
    /// then for good.</summary>
    private static async Task FailEverywhereAsync(
        TestServer server,
        int version,
        Func<Task<ChangePlan>> planAsync,
        Func<ChangePlan, Task<ApplyOutcome>> runAsync
    )
    {
        var before = await GovernorCatalog.ReadAsync(server, version);
        var steps = (await planAsync()).Steps.Length;
        for (var step = 1; step <= steps; step++)
        {
            await server.FaultAsync($"ddl_error n={step} number=10905");
            var failed = await runAsync(await planAsync());
            await server.FaultAsync("clear");
            Assert.True(
                failed.Status == ChangeStatus.Restored,
                $"statement {step} of {steps}: {failed.Status} {failed.Problem}"
            );
            Same(before, await GovernorCatalog.ReadAsync(server, version));
        }

        var done = await runAsync(await planAsync());
        Assert.True(done.Status == ChangeStatus.Done || steps == 0, done.Problem);
    }

    // Compared as texts: an immutable array equals itself only.
    private static void Same(ImmutableArray<string> wanted, ImmutableArray<string> found) =>
        Assert.Equal(string.Join('\n', wanted), string.Join('\n', found));
}
