using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A policy replaces what others made in one change, and a rollback makes it again.</summary>
public sealed class AdoptionTests : IDisposable
{
    private const string Policy =
        "language 1\npool crit { memory min 60%  maxdop 2 }\npool rest { }\nclass crit -> crit when session.login = 'crit'\n"
        + "default -> rest\n";

    private static readonly Adoption All = new(TakesOver: true, OfOthers: true, DefaultPool: null);

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "enterprise")]
    [InlineData(2022, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Apply_WhatOthersMade_IsReplacedAndComesBack(int version, string edition)
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await MakeTheirsAsync(server);
        var before = await CatalogAsync(server, version);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var beside = await configurator.PlanAsync(configurator.Bind(Policy), takesOver: true, CancellationToken.None);
        Assert.Contains(beside.Refusals, each => each.Contains("sums to 120", StringComparison.Ordinal));
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);

        var plan = await configurator.PlanAdoptionAsync(configurator.Bind(Policy), All, CancellationToken.None);
        var outcome = await runner.ApplyAsync(plan, CancellationToken.None);

        Assert.True(outcome.Status == ChangeStatus.Done, outcome.Problem);
        Assert.Empty(outcome.Waiting);
        var after = await CatalogAsync(server, version);
        Assert.DoesNotContain("pool Crit ", after, StringComparison.Ordinal);
        Assert.DoesNotContain("gCrit ", after, StringComparison.Ordinal);
        Assert.Contains("pool rgp_crit 0 100 100 60 ", after, StringComparison.Ordinal);
        Assert.Empty(
            (await configurator.PlanAdoptionAsync(configurator.Bind(Policy), All, CancellationToken.None)).Steps
        );

        var back = await configurator.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        Assert.Equal(ChangeStatus.Done, (await runner.RollBackAsync(back, 0, CancellationToken.None)).Status);
        Assert.Equal(before, await CatalogAsync(server, version));
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2019, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Apply_DefaultOnRequest_HasThePoolsLimitsUntilARollback(int version, string edition)
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await server.RunAsync("ALTER WORKLOAD GROUP [default] WITH (MAX_DOP = 6)");
        await server.RunAsync("ALTER RESOURCE GOVERNOR RECONFIGURE");
        var before = await CatalogAsync(server, version);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var program = PolicyProgram.Compile(
            PolicyReader
                .Check(
                    "language 1\npool all { }\npool rest { cpu cap 70%  maxdop 2 }\nclass a -> all when session.app = 'a'\n"
                        + "default -> rest\n",
                    "p.rgp",
                    configurator.Profile
                )
                .Policy!,
            configurator.Profile
        );

        var plan = await configurator.PlanAdoptionAsync(
            program,
            new Adoption(TakesOver: false, OfOthers: false, DefaultPool: "rest"),
            CancellationToken.None
        );
        var outcome = await runner.ApplyAsync(plan, CancellationToken.None);

        Assert.True(outcome.Status == ChangeStatus.Done, outcome.Problem);
        Assert.Contains(plan.Warnings, warning => warning.Contains("sysadmins", StringComparison.Ordinal));
        var after = await CatalogAsync(server, version);
        Assert.Contains("sys.dm_resource_governor_pool default 0 100 70 ", after, StringComparison.Ordinal);
        Assert.Contains(
            "sys.dm_resource_governor_group of default default Medium 25 0 0 2 0",
            after,
            StringComparison.Ordinal
        );

        var back = await configurator.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        Assert.Equal(ChangeStatus.Done, (await runner.RollBackAsync(back, 0, CancellationToken.None)).Status);
        Assert.Equal(before, await CatalogAsync(server, version));
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Apply_FailureAtEveryStatementOfAnAdoption_LeavesWhatWasThere(int version)
    {
        for (var statement = 1; ; statement++)
        {
            await using var server = await TestServer.StartAsync(version, "enterprise");
            await MakeTheirsAsync(server);
            var before = await CatalogAsync(server, version);
            await using var configurator = await server.Administrator.ConfiguratorAsync();
            var plan = await configurator.PlanAdoptionAsync(configurator.Bind(Policy), All, CancellationToken.None);
            if (statement > plan.Steps.Length)
                break;
            await server.FaultAsync(FormattableString.Invariant($"ddl_error n={statement} number=1222"));
            var journal = ChangeJournal.Open(_journals, configurator.Server);

            var outcome = await new ChangeRunner(configurator, journal, TimeProvider.System).ApplyAsync(
                plan,
                CancellationToken.None
            );

            Assert.True(
                outcome.Status is ChangeStatus.Restored or ChangeStatus.Done,
                FormattableString.Invariant($"{statement}: {outcome.Status} {outcome.Problem}")
            );
            if (outcome.Status == ChangeStatus.Restored)
                Assert.Equal(before, await CatalogAsync(server, version));
        }
    }

    private static async Task<string> CatalogAsync(TestServer server, int version) =>
        string.Join('\n', await GovernorCatalog.ReadAsync(server, version));

    private static async Task MakeTheirsAsync(TestServer server)
    {
        string[] statements =
        [
            "CREATE RESOURCE POOL [Crit] WITH (MIN_MEMORY_PERCENT = 60)",
            "CREATE WORKLOAD GROUP [gCrit] WITH (MAX_DOP = 2, IMPORTANCE = HIGH) USING [Crit]",
            "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS BEGIN IF SUSER_SNAME() = N'crit' RETURN "
                + "N'gCrit'; RETURN N'default'; END",
            "ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = dbo.theirs)",
            "ALTER RESOURCE GOVERNOR RECONFIGURE",
        ];
        foreach (var statement in statements)
            await server.RunAsync(statement);
    }
}
