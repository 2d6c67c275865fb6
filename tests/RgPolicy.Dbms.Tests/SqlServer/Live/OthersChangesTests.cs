using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What a DBA stores while a change is carried out does not go live with it.</summary>
public sealed class OthersChangesTests : IDisposable
{
    private const string Policy =
        "language 1\npool fast { cpu min 20% }\npool slow { cpu cap 30%  maxdop 2 }\nclass reports -> slow when "
        + "session.app like 'SSRS%'\ndefault -> fast\n";
    private const string InForce =
        "SELECT CONVERT(nvarchar(10), max_dop) FROM sys.dm_resource_governor_workload_groups WHERE name = N'default'";
    private const string Stored =
        "SELECT CONVERT(nvarchar(10), max_dop) FROM sys.resource_governor_workload_groups WHERE name = N'default'";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, 2)]
    [InlineData(2022, 2)]
    [InlineData(2022, 7)]
    public async Task Apply_SomebodyAltersDefaultMeanwhile_IsTakenBackAndTheirsStaysStoredOnly(
        int version,
        int statement
    )
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var plan = await configurator.PlanAsync(configurator.Bind(Policy), takesOver: false, CancellationToken.None);
        Assert.True(plan.Steps.IndexOf(new ChangeStep(GovernorStatements.Reconfigure)) >= statement - 1);

        var outcome = await ApplyWhileAsync(
            configurator,
            plan,
            statement,
            () => server.RunAsync("ALTER WORKLOAD GROUP [default] WITH (MAX_DOP = 3)")
        );

        Assert.True(outcome.Status == ChangeStatus.Restored, outcome.Problem);
        Assert.True(
            outcome.Problem?.Contains("workload group default changed after", StringComparison.Ordinal),
            outcome.Problem
        );
        Assert.Equal(["0"], await server.TextsAsync("master", InForce));
        Assert.Equal(["3"], await server.TextsAsync("master", Stored));
        Assert.Empty(
            await server.TextsAsync(
                "master",
                "SELECT name FROM sys.resource_governor_resource_pools WHERE name LIKE N'rgp[_]%'"
            )
        );
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Apply_SomebodyAddsAPoolMeanwhile_IsNamed(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var plan = await configurator.PlanAsync(configurator.Bind(Policy), takesOver: false, CancellationToken.None);

        var outcome = await ApplyWhileAsync(
            configurator,
            plan,
            3,
            () => server.RunAsync("CREATE RESOURCE POOL [theirs] WITH (CAP_CPU_PERCENT = 50)")
        );

        Assert.Contains("resource pool theirs", outcome.Problem, StringComparison.Ordinal);
        Assert.Equal(ChangeStatus.Restored, outcome.Status);
        Assert.Empty(
            await server.TextsAsync(
                "master",
                "SELECT name FROM sys.dm_resource_governor_resource_pools WHERE name = N'theirs'"
            )
        );
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2025)]
    public async Task Apply_SomebodySetsWhatNoPolicyWrites_IsTakenBackAndTheirsStaysStoredOnly(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var plan = await configurator.PlanAsync(configurator.Bind(Policy), takesOver: false, CancellationToken.None);

        var outcome = await ApplyWhileAsync(
            configurator,
            plan,
            3,
            () => server.RunAsync("ALTER RESOURCE GOVERNOR WITH (MAX_OUTSTANDING_IO_PER_VOLUME = 20)")
        );

        Assert.Equal(ChangeStatus.Restored, outcome.Status);
        Assert.Contains("MAX_OUTSTANDING_IO_PER_VOLUME changed after", outcome.Problem, StringComparison.Ordinal);
        Assert.Equal(
            ["0"],
            await server.TextsAsync(
                "master",
                "SELECT CONVERT(nvarchar(10), max_outstanding_io_per_volume) FROM sys.dm_resource_governor_configuration"
            )
        );
    }

    private async Task<ApplyOutcome> ApplyWhileAsync(
        SqlServerConfigurator configurator,
        ChangePlan plan,
        int statement,
        Func<Task> theirs
    ) =>
        await new ChangeRunner(
            new MeddlingConfigurator(configurator, statement, theirs),
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        ).ApplyAsync(plan, CancellationToken.None);
}
