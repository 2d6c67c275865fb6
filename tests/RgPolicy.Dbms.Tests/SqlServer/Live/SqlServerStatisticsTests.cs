using RgPolicy.Dbms.SqlServer.Statistics;
using RgPolicy.Dbms.Statistics;
using RgPolicy.Plans;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What the Query Stores of a server have counted.</summary>
public sealed class SqlServerStatisticsTests
{
    [ServerTheory(Needs = ServerNeeds.Plans)]
    [InlineData(2016, "standard")]
    [InlineData(2022, "enterprise")]
    public async Task ReadAsync_QueryStore_TellsExecutionsTimesTextsAndPlans(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        await observed.UntilAsync("Shop", query => query.History?.P95Elapsed is not null);

        var work = await ReadAsync(observed.Server);

        Assert.Equal(("Query Store", "sqlserver"), (work.Source, work.Server.Kind));
        Assert.Contains(work.Notes, note => note.Contains("neither logins nor applications", StringComparison.Ordinal));
        Assert.True(work.Workload.Recorded > TimeSpan.Zero);
        Assert.Contains(
            work.Workload.Groups,
            group =>
                group is { Executions: > 0, Seconds: > 0, Longest: > 0, CpuSeconds: > 0, IsCounted: true }
                && group.Statement is { Kind: StatementKind.Select, Text: not null, IsTruncated: false }
                && group.Plan.Profile is not null
        );
        Assert.All(work.Workload.Groups, group => Assert.True(group.Session.Database.Length > 0));
        Assert.All(work.Workload.Groups, group => Assert.NotEqual(0, group.Hours));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData("qs_state db=rgp_test state=OFF", "ALTER DATABASE [rgp_test] SET QUERY_STORE = ON")]
    [InlineData("error match=database_query_store_options number=1222", "GRANT VIEW DATABASE PERFORMANCE STATE to it")]
    [InlineData("error match=query_store_runtime_stats number=1222", "The Query Store of rgp_test could not be read")]
    public async Task ReadAsync_StoreThatCannotBeRead_SaysWhatToDo(string fault, string said)
    {
        await using var server = await ObservedServer.StartAsync(2022, "enterprise");
        await server.FaultAsync(fault);

        var failure = await Assert.ThrowsAsync<ObserveException>(() => ReadAsync(server));

        Assert.Contains(said, failure.Message, StringComparison.Ordinal);
    }

    private static Task<CountedWork> ReadAsync(TestServer server) =>
        SqlServerStatistics.ReadAsync(
            ObservedServer.Watcher(server),
            new PlanReaderOptions(),
            (_, _) => { },
            CancellationToken.None
        );
}
