using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Plans carried out over the real protocol, read back, and taken back.</summary>
public sealed class GovernorRoundTripTests : IDisposable
{
    private const string Plain =
        "language 1\npool fast { cpu min 20% }\npool slow { cpu cap 30%  maxdop 2  grant 10%  cores 0..1 }\n"
        + "class reports -> slow when session.app like 'SSRS%'\ndefault -> fast\n";

    private const string Other =
        "language 1\npool fast { cpu min 10% maxdop 4 }\npool etl { cpu min 15% io reads 500/s }\n"
        + "class etl -> etl when session.login = 'etl'\ndefault -> fast\n";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory]
    [InlineData(2016, "enterprise", 13)]
    [InlineData(2019, "enterprise", 15)]
    [InlineData(2022, "enterprise", 16)]
    [InlineData(2025, "standard", 17)]
    public async Task Apply_DrawnPolicies_ReadBackEqualsTwiceChangesNothingRollbackRestores(
        int version,
        string edition,
        int major
    )
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var policies = new GovernorPolicies(seed: 100 + major);
        var first = await configurator.ReadAsync(CancellationToken.None);
        for (var number = 0; number < DrawnCount.Value / 5; number++)
        {
            var before = await configurator.ReadAsync(CancellationToken.None);
            var program = policies.Next(configurator.Profile);
            var plan = await configurator.PlanAsync(program, takesOver: false, CancellationToken.None);
            Assert.Empty(plan.Refusals);
            Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));
            Assert.Empty((await configurator.PlanAsync(program, takesOver: false, CancellationToken.None)).Steps);
            if (number % 2 == 0)
            {
                await RollBackAsync(configurator, runner, journal, journal.Entries.Length - 1);
                Assert.Equal(before, await configurator.ReadAsync(CancellationToken.None), SameState);
            }
        }

        await RollBackAsync(configurator, runner, journal, 0);
        Assert.Equal(first, await configurator.ReadAsync(CancellationToken.None), SameState);
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2025)]
    public async Task Plan_MaxdopAboveTheServersOwn_Warns(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await server.FaultAsync("config name=\"max degree of parallelism\" value=1");
        await using var configurator = await server.Administrator.ConfiguratorAsync();

        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);

        Assert.Contains(
            plan.Warnings,
            each => each.Contains("'max degree of parallelism' is 1", StringComparison.Ordinal)
        );
        Assert.NotEmpty(plan.Steps);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Apply_FailureAtEveryStatement_LeavesWhatWasThere(bool isConfigured)
    {
        await using var server = await TestServer.StartAsync(2022, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        if (isConfigured)
        {
            var basis = await configurator.PlanAsync(
                configurator.Bind(Other),
                takesOver: false,
                CancellationToken.None
            );
            Ended(ChangeStatus.Done, await runner.ApplyAsync(basis, CancellationToken.None));
        }

        var before = await configurator.ReadAsync(CancellationToken.None);
        var steps = (await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None))
            .Steps
            .Length;
        Assert.True(steps > 5);
        for (var step = 1; step <= steps; step++)
        {
            var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);
            await server.FaultAsync($"ddl_error n={step} number=10905");
            var outcome = await runner.ApplyAsync(plan, CancellationToken.None);
            await server.FaultAsync("clear");

            Ended(ChangeStatus.Restored, outcome);
            Assert.Equal(before, await configurator.ReadAsync(CancellationToken.None), SameState);
        }

        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(6)]
    [InlineData(8)]
    [InlineData(11)]
    public async Task Apply_ConnectionLost_LeavesWhatWasThere(int batches)
    {
        await using var server = await TestServer.StartAsync(2022, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);
        await server.FaultAsync($"drop_after batches={batches}");

        Ended(ChangeStatus.Restored, await runner.ApplyAsync(plan, CancellationToken.None));
        Assert.Equal(before, await configurator.ReadAsync(CancellationToken.None), SameState);
    }

    [ServerTheory]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Rollback_SessionsInAGroup_LiftsItsLimitsAndDropsItLater(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Logins = ["user:Standin!Passw0rd:"] }
        );
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);
        Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));

        var session = new SqlServerLink(
            server.As("user", "Standin!Passw0rd"),
            LinkSettings.Configure with
            {
                Application = "SSRS 1",
            }
        );
        await session.ReopenAsync(CancellationToken.None);
        var outcome = await RollBackAsync(configurator, runner, journal, 0);
        Assert.Contains("rgp_slow", Assert.Single(outcome.Waiting), StringComparison.Ordinal);
        await session.DisposeAsync();

        Assert.Empty((await RollBackAsync(configurator, runner, journal, 0)).Waiting);
        Assert.Equal(before, await configurator.ReadAsync(CancellationToken.None), SameState);
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Apply_ClassifierOfOthers_IsRefusedUnlessTakenOverAndComesBack(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await server.RunAsync("CREATE RESOURCE POOL theirs");
        await server.RunAsync("CREATE WORKLOAD GROUP theirs USING theirs");
        await server.RunAsync(
            "CREATE FUNCTION dbo.their_classifier() RETURNS sysname WITH SCHEMABINDING AS BEGIN RETURN N'theirs'; END"
        );
        await server.RunAsync("ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = dbo.their_classifier)");
        await server.RunAsync("ALTER RESOURCE GOVERNOR RECONFIGURE");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var before = await configurator.ReadAsync(CancellationToken.None);
        var refused = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);
        Assert.Contains("their_classifier", Assert.Single(refused.Refusals), StringComparison.Ordinal);
        Assert.Empty(refused.Steps);

        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: true, CancellationToken.None);
        Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));
        Assert.DoesNotContain(plan.Steps, step => step.Sql.Contains("theirs", StringComparison.Ordinal));
        await RollBackAsync(configurator, runner, journal, 0);

        Assert.Equal(before, await configurator.ReadAsync(CancellationToken.None), SameState);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "standard")]
    [InlineData(2022, "standard")]
    [InlineData(2022, "express")]
    public async Task Plan_EditionWithoutResourceGovernor_ChangesNothingAndSaysSo(int version, string edition)
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await using var configurator = await server.Administrator.ConfiguratorAsync();

        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);

        Assert.Empty(plan.Steps);
        Assert.Contains(
            plan.NotEnforced,
            item => item.Setting == "cpu cap 30%" && item.Reason.Contains("Enterprise", StringComparison.Ordinal)
        );
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Apply_ServerChangedSinceThePlan_IsRefused(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);
        await server.RunAsync("CREATE RESOURCE POOL theirs");
        await server.RunAsync("ALTER RESOURCE GOVERNOR RECONFIGURE");

        var outcome = await runner.ApplyAsync(plan, CancellationToken.None);

        Assert.Null(outcome.Status);
        Assert.Contains("changed", outcome.Problem, StringComparison.Ordinal);
    }

    private static async Task<ApplyOutcome> RollBackAsync(
        SqlServerConfigurator configurator,
        ChangeRunner runner,
        ChangeJournal journal,
        int from
    )
    {
        var plan = await configurator.PlanBackAsync(journal.Entries[from].Before, CancellationToken.None);
        var outcome = await runner.RollBackAsync(plan, from, CancellationToken.None);
        Ended(ChangeStatus.Done, outcome);
        return outcome;
    }

    private static void Ended(ChangeStatus status, ApplyOutcome outcome) =>
        Assert.True(outcome.Status == status, outcome.Problem);

    private static bool SameState(ConfigurationReading left, ConfigurationReading right) =>
        left.State.GetRawText() == right.State.GetRawText() && left.Digest == right.Digest;
}
