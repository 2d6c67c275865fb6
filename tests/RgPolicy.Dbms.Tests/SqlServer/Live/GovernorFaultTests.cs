using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What a server can do wrong leads to a clear word and nothing half done.</summary>
public sealed class GovernorFaultTests : IDisposable
{
    private const string Password = "Standin!Passw0rd";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData("login_fail", "the login is refused")]
    public async Task Connect_ServerThatLetsNobodyIn_SaysWhy(string fault, string expected)
    {
        await using var server = await TestServer.StartAsync(2022, "enterprise");
        await server.FaultAsync(fault);

        var failure = await Assert.ThrowsAsync<ConfigureException>(() => server.Administrator.ConfiguratorAsync());

        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.NotEqual("", failure.Next, StringComparer.Ordinal);
    }

    [ServerTheory]
    [InlineData(2019)]
    [InlineData(2022)]
    public async Task Connect_LoginWithoutRights_SaysWhichToGrant(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Logins = [$"low:{Password}:"] }
        );

        var failure = await Assert.ThrowsAsync<ConfigureException>(async () =>
        {
            await using var configurator = await server.As("low", Password).ConfiguratorAsync();
            await configurator.ReadAsync(CancellationToken.None);
        });

        Assert.Contains("VIEW SERVER", failure.Next, StringComparison.Ordinal);
    }

    [ServerTheory]
    [InlineData(2019, "VIEW SERVER STATE")]
    [InlineData(2022, "VIEW SERVER PERFORMANCE STATE")]
    public async Task Read_LoginThatMayNotSeeDefinitions_SaysWhichRightToGrant(int version, string right)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Logins = [$"nodef:{Password}:{right}"] }
        );
        await using var configurator = await server.As("nodef", Password).ConfiguratorAsync();

        var failure = await Assert.ThrowsAsync<ConfigureException>(() =>
            configurator.ReadAsync(CancellationToken.None)
        );

        Assert.Contains("GRANT VIEW ANY DEFINITION", failure.Next, StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Plan_DefinitionWithALineBreakOfTheTool_IsStillOwn(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var program = new GovernorPolicies(seed: 4).Next(configurator.Profile);
        foreach (var step in (await configurator.PlanAsync(program, takesOver: false, CancellationToken.None)).Steps)
            await server.RunAsync(step.Sql.Replace("\n", "\r\n", StringComparison.Ordinal) + "\r\n");
        var plan = await configurator.PlanAsync(program, takesOver: false, CancellationToken.None);

        Assert.Empty(plan.Steps);
        Assert.Empty(plan.Refusals);
    }

    [ServerTheory]
    [InlineData(2022)]
    public async Task Apply_LoginThatMayOnlyLook_ChangesNothing(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Logins = [$"look:{Password}:VIEW SERVER STATE,VIEW ANY DEFINITION"] }
        );
        await using var configurator = await server.As("look", Password).ConfiguratorAsync();
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plan = await configurator.PlanAsync(
            new GovernorPolicies(seed: 1).Next(configurator.Profile),
            takesOver: false,
            CancellationToken.None
        );

        var outcome = await runner.ApplyAsync(plan, CancellationToken.None);

        Assert.Equal(ChangeStatus.Restored, outcome.Status);
        Assert.Contains("right", outcome.Problem, StringComparison.Ordinal);
        Assert.Contains("GRANT CONTROL SERVER", outcome.Next, StringComparison.Ordinal);
        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData("hang match=RECONFIGURE")]
    [InlineData("error match=RECONFIGURE number=10905 times=1")]
    [InlineData("error match=dm_resource_governor_resource_pools number=1222 times=1")]
    public async Task Apply_ServerThatFailsOnce_IsBackAsItWas(string fault)
    {
        await using var server = await TestServer.StartAsync(2022, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plan = await configurator.PlanAsync(
            new GovernorPolicies(seed: 2).Next(configurator.Profile),
            takesOver: false,
            CancellationToken.None
        );
        await server.FaultAsync(fault);
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(2));

        var outcome = runner.ApplyAsync(plan, patience.Token);
        if (fault.StartsWith("hang", StringComparison.Ordinal))
        {
            await Task.Delay(TimeSpan.FromSeconds(3));
            await server.FaultAsync("clear");
        }

        Assert.Equal(ChangeStatus.Restored, (await outcome).Status);
        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
    }

    [ServerTheory]
    [InlineData(2019)]
    [InlineData(2022)]
    public async Task Off_LiftsEverythingAndARollbackStillWorks(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plan = await configurator.PlanAsync(
            new GovernorPolicies(seed: 3).Next(configurator.Profile),
            takesOver: false,
            CancellationToken.None
        );
        Assert.Equal(ChangeStatus.Done, (await runner.ApplyAsync(plan, CancellationToken.None)).Status);

        var off = await configurator.PlanOffAsync(CancellationToken.None);
        Assert.Equal(GovernorStatements.Disable, Assert.Single(off.Steps).Sql);
        Assert.Equal("off", Assert.Single(off.Changes, change => change.Action != ConfigurationChange.None).Name);
        Assert.Equal(ChangeStatus.Done, (await runner.ApplyAsync(off, CancellationToken.None)).Status);
        var back = await configurator.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        Assert.Equal(ChangeStatus.Done, (await runner.RollBackAsync(back, 0, CancellationToken.None)).Status);

        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
        Assert.Empty(server.NotUnderstood);
    }
}
