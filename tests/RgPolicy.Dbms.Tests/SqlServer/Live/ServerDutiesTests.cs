using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What keeps a server and its replicas alive is neither governed nor ended, whoever's rule fires.</summary>
public sealed class ServerDutiesTests
{
    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Cancel_SessionsOfTheServersDuties_AreSparedAndOthersAreEnded(int version)
    {
        var server = await TestServer.StartAsync(version, "enterprise", new ServerSetup { Scenario = "duties" });
        await using var observed = await ObservedServer.ObserveAsync(server, ObservedServer.Watcher(server));
        string[] duties = ["Cluster", "Repl-LogReader-0-shop-1", "DatabaseMail - Id<12>", "Failover", "Agent"];

        foreach (var app in duties)
        {
            var session = await observed.UntilAsync(app, query => query.Statement is not null);
            Assert.Equal(ServerDuties.Reason, session.Exemption);
            Assert.NotNull(await observed.Observer.CancelAsync(session, CancellationToken.None));
        }

        var capture = await observed.UntilAsync(
            "SQLAgent - TSQL JobStep (Job 0x0A : Step 2)",
            query => query.Statement is not null
        );
        Assert.NotNull(await observed.Observer.CancelAsync(capture, CancellationToken.None));

        foreach (var app in (string[])["SQLAgent - TSQL JobStep (Job 0x0B : Step 1)", "Reports"])
        {
            var session = await observed.UntilAsync(app, query => query.Statement is not null);
            Assert.Null(session.Exemption);
            Assert.Null(await observed.Observer.CancelAsync(session, CancellationToken.None));
        }

        Assert.Empty(observed.Server.NotUnderstood);
    }

    [Theory]
    [InlineData(@"NT AUTHORITY\SYSTEM", "anything", true)]
    [InlineData(@"nt service\clussvc", "", true)]
    [InlineData("repl", "Repl-LogReader-0-shop-1", true)]
    [InlineData("repl", "replication monitor", true)]
    [InlineData("shop", "DatabaseMail - DatabaseMail - Id<3>", true)]
    [InlineData("shop", "Reports", false)]
    [InlineData("shop", "My Repl-Tool", false)]
    [InlineData(@"NT AUTHORITY\NETWORK SERVICE", "Reports", false)]
    public void IsOne_LoginAndApplication_AreTheDutiesAlone(string login, string app, bool expected) =>
        Assert.Equal(expected, ServerDuties.IsOne(login, app));
}
