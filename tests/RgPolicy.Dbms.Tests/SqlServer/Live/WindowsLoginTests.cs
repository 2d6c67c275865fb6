using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Logins that come through Windows groups: the server has no principal of theirs, and tells
/// no role of them.</summary>
public sealed class WindowsLoginTests
{
    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Poll_NoGroupInSysadmin_LoginsOfTheDomainAreGoverned(int version)
    {
        await using var observed = await StartAsync(version, "unusual");
        var anna = await observed.UntilAsync("Excel", _ => true);

        Assert.Equal((@"CORP\anna", false, null), (anna.Session.Login, anna.Session.IsSuperuser, anna.Exemption));
        Assert.DoesNotContain(observed.Observer.Notes, note => note.Contains("sysadmin", StringComparison.Ordinal));
        Assert.Null(await observed.Observer.CancelAsync(anna, CancellationToken.None));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2019)]
    [InlineData(2022)]
    public async Task Poll_GroupInSysadmin_LeavesLoginsOfTheDomainAloneAndSaysSo(int version)
    {
        await using var observed = await StartAsync(version, "windows");
        var seen = await observed.UntilAsync(each => each.Queries.Length == 5);

        Assert.Equal(
            "Anna True, Bert True, Olga True, Shop False, Studio True",
            string.Join(
                ", ",
                seen.Queries.Select(each => $"{each.Session.App} {each.Session.IsSuperuser}")
                    .Order(StringComparer.Ordinal)
            )
        );
        Assert.Contains(
            "governed_logins",
            Assert.Single(observed.Observer.Notes, note => note.Contains("sysadmin", StringComparison.Ordinal)),
            StringComparison.Ordinal
        );
        Assert.NotNull(await observed.Observer.CancelAsync(Of(seen, "Anna"), CancellationToken.None));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Poll_ListedLogins_AreGovernedOrNotAsTheListsSay(int version)
    {
        var server = await TestServer.StartAsync(version, "enterprise", new ServerSetup { Scenario = "windows" });
        await using var observed = await ObservedServer.ObserveAsync(
            server,
            ObservedServer.Watcher(server) with
            {
                GovernedLogins = [@"corp\an*", "dba"],
                ExemptLogins = ["shop"],
            }
        );
        var seen = await observed.UntilAsync(each => each.Queries.Length == 5);

        Assert.Equal((false, null), (Of(seen, "Anna").Session.IsSuperuser, Of(seen, "Anna").Exemption));
        Assert.True(Of(seen, "Bert").Session.IsSuperuser);
        Assert.Contains("never governed", Of(seen, "Shop").Exemption, StringComparison.Ordinal);
        Assert.NotNull(await observed.Observer.CancelAsync(Of(seen, "Shop"), CancellationToken.None));
        Assert.Null(await observed.Observer.CancelAsync(Of(seen, "Anna"), CancellationToken.None));
        // The server itself ends no sysadmin's session, whatever is listed.
        Assert.Contains(
            "sysadmin",
            await observed.Observer.CancelAsync(Of(seen, "Studio"), CancellationToken.None),
            StringComparison.Ordinal
        );
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Cancel_RolesCannotBeSeen_EndsNobodysSession(int version)
    {
        var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup
            {
                Scenario = "windows",
                Logins =
                [
                    "blind:Blind#1:VIEW SERVER STATE,VIEW SERVER PERFORMANCE STATE,ALTER ANY CONNECTION,VIEW ANY "
                        + "DATABASE",
                ],
            }
        );
        await using var observed = await ObservedServer.ObserveAsync(
            server,
            server.As("blind", "Blind#1") with
            {
                GovernedLogins = [@"CORP\*", "dba", "shop"],
            }
        );
        var seen = await observed.UntilAsync(each => each.Queries.Length == 5);

        foreach (var app in (string[])["Anna", "Olga", "Studio"])
            Assert.Contains(
                "sysadmin",
                await observed.Observer.CancelAsync(Of(seen, app), CancellationToken.None),
                StringComparison.Ordinal
            );
        Assert.Empty(server.NotUnderstood);
    }

    private static async Task<ObservedServer> StartAsync(int version, string scenario)
    {
        var server = await TestServer.StartAsync(version, "enterprise", new ServerSetup { Scenario = scenario });
        return await ObservedServer.ObserveAsync(server, ObservedServer.Watcher(server));
    }

    private static ObservedQuery Of(Observation seen, string app) =>
        Assert.Single(seen.Queries, each => each.Session.App == app);
}
