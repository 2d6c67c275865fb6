using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Engine.Configure;
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
    public async Task Rollback_BySomebodyWhoIsGoverned_LeavesTheGroupFirst(int version)
    {
        await using var server = await TestServer.StartAsync(
            version, "enterprise", new ServerSetup { Logins = [$"chief:{Password}:CONTROL SERVER"] });
        await using var first = await SqlServerConfigurator.ConnectAsync(server.As("chief", Password), CancellationToken.None);
        var journal = ChangeJournal.Open(_journals, first.Server);
        var policies = new GovernorPolicies(seed: 5);
        var before = await first.ReadAsync(CancellationToken.None);
        await new ChangeRunner(first, journal, TimeProvider.System).ApplyAsync(
            await first.PlanAsync(policies.Next(first.Profile), takesOver: false, CancellationToken.None), CancellationToken.None);
        await first.DisposeAsync();

        await using var second = await SqlServerConfigurator.ConnectAsync(server.As("chief", Password), CancellationToken.None);
        Assert.StartsWith(GovernorNames.Prefix, await GroupAsync(server, "chief"), StringComparison.Ordinal);
        var back = await second.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        var outcome = await new ChangeRunner(second, journal, TimeProvider.System).RollBackAsync(back, 0, CancellationToken.None);

        Assert.True(outcome.Status == ChangeStatus.Done && outcome.Waiting.IsEmpty, outcome.Problem);
        Assert.Equal(before.Digest, (await second.ReadAsync(CancellationToken.None)).Digest);
    }

    private static async Task<string> GroupAsync(TestServer server, string login)
    {
        await using var link = new SqlServerLink(server.Administrator, LinkSettings.Configure with { Application = "asks" });
        await link.ReopenAsync(CancellationToken.None);
        var groups = await link.QueryAsync(
            "SELECT g.name FROM sys.dm_exec_sessions AS s JOIN sys.dm_resource_governor_workload_groups AS g ON g.group_id = s.group_id "
            + $"WHERE s.login_name = N'{login}' AND s.session_id > 50",
            row => row.GetString(0), CancellationToken.None);
        return Assert.Single(groups.Distinct(StringComparer.Ordinal));
    }
}
