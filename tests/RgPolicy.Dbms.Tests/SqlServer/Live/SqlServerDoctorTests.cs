using RgPolicy.Dbms.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Which rights are missing, and what is lost by each.</summary>
public sealed class SqlServerDoctorTests
{
    [ServerTheory]
    [InlineData("watcher", "Watcher#1", true)]
    [InlineData("keeper", "Keeper#1", false)]
    public async Task CheckAsync_LoginThatMayNotSetHints_SaysWhichRightToGrant(string login, string password, bool isMissing)
    {
        await using var server = await TestServer.StartAsync(2022, "enterprise", new ServerSetup { Scenario = "observed" });

        var findings = await SqlServerDoctor.CheckAsync(server.As(login, password), CancellationToken.None);

        var store = Assert.Single(findings, finding => finding.Id == "mssql.query-store");
        Assert.Equal(isMissing, store.Fix.Contains("GRANT ALTER", StringComparison.Ordinal));
        Assert.Equal(isMissing ? "hints for its queries" : "", store.Lost);
    }
}
