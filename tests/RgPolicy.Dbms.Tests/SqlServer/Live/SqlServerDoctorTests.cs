using RgPolicy.Dbms.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Which rights are missing, and what is lost by each.</summary>
public sealed class SqlServerDoctorTests
{
    [ServerTheory]
    [InlineData("watcher", "Watcher#1", true)]
    [InlineData("keeper", "Keeper#1", false)]
    public async Task CheckAsync_LoginThatMayNotSetHints_SaysWhichRightToGrant(
        string login,
        string password,
        bool isMissing
    )
    {
        await using var server = await TestServer.StartAsync(
            2022,
            "enterprise",
            new ServerSetup { Scenario = "observed" }
        );

        var findings = await SqlServerDoctor.CheckAsync(server.As(login, password), CancellationToken.None);

        var store = Assert.Single(findings, finding => finding.Id == "mssql.query-store");
        Assert.Equal(isMissing, store.Fix.Contains("GRANT ALTER", StringComparison.Ordinal));
        Assert.Equal(isMissing ? "hints for its queries" : "", store.Lost);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2017)]
    [InlineData(2022)]
    public async Task CheckAsync_FullQueryStore_SaysWhatMakesRoom(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Scenario = "observed" }
        );
        await server.FaultAsync("qs_full db=rgp_test");

        var findings = await SqlServerDoctor.CheckAsync(server.As("keeper", "Keeper#1"), CancellationToken.None);

        var store = findings.Single(finding =>
            finding.Id == "mssql.query-store"
            && (version >= 2022 || finding.Message.Contains("rgp_test", StringComparison.Ordinal))
        );
        if (version >= 2022)
        {
            Assert.Contains("READ_ONLY (it is full)", store.Message, StringComparison.Ordinal);
            Assert.Contains("MAX_STORAGE_SIZE_MB", store.Fix, StringComparison.Ordinal);
            Assert.DoesNotContain("OPERATION_MODE", store.Fix, StringComparison.Ordinal);
        }
        else
            Assert.Equal("", store.Lost); // its history is still to be read
        Assert.Empty(server.NotUnderstood);
    }
}
