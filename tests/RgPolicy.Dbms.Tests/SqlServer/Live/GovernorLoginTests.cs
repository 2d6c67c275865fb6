using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Sessions that really begin end up in the group that the classifier's text says.</summary>
public sealed class GovernorLoginTests : IDisposable
{
    private const string Password = "Standin!Passw0rd";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory]
    [InlineData(2022)]
    public async Task Rollback_BySomebodyWhoIsNoSysadmin_DoesNotWaitInAGroup(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Logins = [$"chief:{Password}:CONTROL SERVER"] }
        );
        await using var first = await server.As("chief", Password).ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, first.Server);
        var policies = new GovernorPolicies(seed: 5);
        var before = await first.ReadAsync(CancellationToken.None);
        await new ChangeRunner(first, journal, TimeProvider.System).ApplyAsync(
            await first.PlanAsync(policies.Next(first.Profile), takesOver: false, CancellationToken.None),
            CancellationToken.None
        );
        await first.DisposeAsync();

        await using var second = await server.As("chief", Password).ConfiguratorAsync();
        Assert.Equal("default", await GroupAsync(server, "chief"));
        var back = await second.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        var outcome = await new ChangeRunner(second, journal, TimeProvider.System).RollBackAsync(
            back,
            0,
            CancellationToken.None
        );

        Assert.True(outcome.Status == ChangeStatus.Done && outcome.Waiting.IsEmpty, outcome.Problem);
        Assert.Equal(before.Digest, (await second.ReadAsync(CancellationToken.None)).Digest);
    }

    [ServerTheory]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Login_UnderTheGroupsOfAPolicy_OwnConnectionsAreInDefaultAndOthersByTheirDatabase(int version)
    {
        const string Text =
            "language 1\npool one { concurrency 1 }\npool all { cpu min 10% }\nclass own -> one when "
            + "session.database = 'master'\ndefault -> all\n";
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Logins = [$"watcher:{Password}:VIEW SERVER STATE", $"clerk:{Password}:"] }
        );
        await ApplyAsync(server, Text);

        await using var own = new SqlServerLink(server.As("watcher", Password), LinkSettings.Poll);
        await own.ReopenAsync(CancellationToken.None);
        await using var other = OfAnybody(server);
        await other.OpenAsync();

        Assert.Equal("default", await GroupAsync(server, "watcher"));
        Assert.Equal("rgp_one", await GroupAsync(server, "clerk"));
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Login_ByAGroupOfWindows_IsInItsClassAndSysadminsAreInDefault(int version)
    {
        const string Text =
            "language 1\npool slow { maxdop 1 }\npool all { cpu min 10% }\nclass analysts -> slow when session.group "
            + "in ('CORP\\Analysts')\nclass others -> all when session.group not in ('CORP\\Nobody', "
            + "'CORP\\Analysts')\n"
            + "default -> all\n";
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Scenario = "windows" }
        );
        await ApplyAsync(server, Text);

        await using var anna = new SqlServerLink(server.As(@"CORP\anna", "Anna#1"), LinkSettings.Look);
        await using var olga = new SqlServerLink(server.As(@"CORP\olga", "Olga#1"), LinkSettings.Look);
        await using var shop = new SqlServerLink(server.As("shop", "Shop#1"), LinkSettings.Look);
        foreach (var link in (SqlServerLink[])[anna, olga, shop])
            await link.ReopenAsync(CancellationToken.None);
        Assert.Equal(
            ["rgp_slow", "default", "rgp_all"],
            [await GroupAsync(server, anna), await GroupAsync(server, olga), await GroupAsync(server, shop)]
        );
        Assert.Empty(server.NotUnderstood);
    }

    private async Task ApplyAsync(TestServer server, string text)
    {
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var program = PolicyProgram.Compile(
            PolicyReader.Check(text, "own.rgp", configurator.Profile).Policy!,
            configurator.Profile
        );
        var plan = await configurator.PlanAsync(program, takesOver: false, CancellationToken.None);
        await new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        ).ApplyAsync(plan, CancellationToken.None);
    }

    /// <summary>A client that names no database, and gives itself the name of one of RgPolicy's connections.</summary>
    private static SqlConnection OfAnybody(TestServer server) =>
        new(
            new SqlConnectionStringBuilder
            {
                DataSource = FormattableString.Invariant(
                    $"tcp:{server.Administrator.Host},{server.Administrator.Port}"
                ),
                UserID = "clerk",
                Password = Password,
                ApplicationName = LinkSettings.Poll.Application,
                Encrypt = server.Administrator.Encrypts,
                TrustServerCertificate = true,
                Pooling = false,
            }.ConnectionString
        );

    private static Task<string> GroupAsync(TestServer server, string login) =>
        GroupAsync(server, $"s.login_name = N'{login}'", 50);

    private static Task<string> GroupAsync(TestServer server, SqlServerLink session) =>
        GroupAsync(server, "s.session_id = " + session.SessionId.ToString(CultureInfo.InvariantCulture), 0);

    private static async Task<string> GroupAsync(TestServer server, string which, int above)
    {
        await using var link = new SqlServerLink(
            server.Administrator,
            LinkSettings.Configure with
            {
                Application = "asks",
            }
        );
        await link.ReopenAsync(CancellationToken.None);
        var groups = await link.QueryAsync(
            "SELECT g.name FROM sys.dm_exec_sessions AS s JOIN sys.dm_resource_governor_workload_groups AS g ON "
                + "g.group_id = s.group_id "
                + FormattableString.Invariant($"WHERE {which} AND s.session_id > {above}"),
            row => row.GetString(0),
            CancellationToken.None
        );
        return Assert.Single(groups.Distinct(StringComparer.Ordinal));
    }
}
