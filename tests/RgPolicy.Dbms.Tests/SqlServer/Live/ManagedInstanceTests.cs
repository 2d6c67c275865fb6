using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A managed instance says 12.0.2000.8 and has what SQL Server 2022 has.</summary>
public sealed class ManagedInstanceTests : IDisposable
{
    private const string Policy =
        "language 1\npool fast { cpu min 20% }\npool slow { cpu cap 30%  maxdop 2  grant 12.5%  cores 0..1 }\n"
        + "class reports -> slow when session.app like 'Report%'\ndefault -> fast\n";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Apply_ManagedInstance_IsDoneByTheFeaturesThatItHas(int version)
    {
        await using var server = await TestServer.StartAsync(version, "managedinstance");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        var program = PolicyProgram.Compile(
            PolicyReader.Check(Policy, "p.rgp", configurator.Profile).Policy!,
            configurator.Profile
        );
        var plan = await configurator.PlanAsync(program, takesOver: false, CancellationToken.None);

        var outcome = await runner.ApplyAsync(plan, CancellationToken.None);

        Assert.Equal(ChangeStatus.Done, outcome.Status);
        Assert.Equal("12.0.2000.8", configurator.Server.Version);
        Assert.Equal(16, configurator.Profile.DbmsVersion[0]);
        Assert.Contains(
            plan.Steps,
            step => step.Sql.Contains("REQUEST_MAX_MEMORY_GRANT_PERCENT = 12.5", StringComparison.Ordinal)
        );
        Assert.DoesNotContain(
            plan.Warnings,
            each => each.Contains("ALTER SERVER CONFIGURATION", StringComparison.Ordinal)
        );
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Connect_ManagedInstance_IsObservedAndNobodyIsToldToBindItsCpus(int version)
    {
        await using var server = await TestServer.StartAsync(version, "managedinstance");
        await using var observer = await SqlServerObserver.ConnectAsync(
            server.Administrator,
            TimeProvider.System,
            new SqlServerObserverOptions(),
            CancellationToken.None
        );

        await observer.PollAsync(findBlocking: false, CancellationToken.None);
        var findings = await SqlServerDoctor.CheckAsync(server.Administrator, CancellationToken.None);

        Assert.Equal("windows", observer.Profile.OperatingSystem);
        Assert.False(observer.Server.IsLocal);
        Assert.Contains(observer.Notes, note => note.StartsWith("encrypt=false", StringComparison.Ordinal));
        Assert.DoesNotContain(
            findings,
            finding => finding.State == DoctorState.Missing || finding.Id == "mssql.affinity"
        );
        Assert.Contains(findings, finding => finding is { Id: "mssql.resource-governor", State: DoctorState.Ok });
    }
}
