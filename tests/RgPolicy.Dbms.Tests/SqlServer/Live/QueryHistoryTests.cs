using RgPolicy.Dbms.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What earlier executions took: from the Query Store of the query's database, and what is
/// left without it.</summary>
public sealed class QueryHistoryTests
{
    [ServerTheory(Needs = ServerNeeds.Plans)]
    [InlineData(2016, "standard")]
    [InlineData(2019, "enterprise")]
    [InlineData(2022, "standard")]
    [InlineData(2025, "standard")]
    public async Task Poll_QueryStore_TellsExecutionsMeansAndThePercentile(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);

        var point = await observed.UntilAsync("Shop", query => query.History?.P95Elapsed is not null);

        Assert.True(
            point.History
                is {
                    Executions: > 0,
                    MeanElapsed.Ticks: > 0,
                    P95Elapsed.Ticks: > 0,
                    MeanCpu.Ticks: >= 0,
                    MeanReadBytes: >= 0
                },
            point.History!.ToString()
        );
        Assert.DoesNotContain(observed.Observer.Notes, note => note.Contains("Query Store", StringComparison.Ordinal));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2019, "VIEW DATABASE STATE")]
    [InlineData(2022, "VIEW DATABASE PERFORMANCE STATE")]
    public async Task Poll_LoginWithoutTheDatabase_TellsMeansAndNamesTheRight(int version, string right)
    {
        var server = await ObservedServer.StartAsync(version, "enterprise");
        // The stand-in lets whoever sees the server's state read in databases in which he has no user.
        await server.FaultAsync("deny object=sys.database_query_store_options login=outsider");
        await using var observed = await ObservedServer.ObserveAsync(server, server.As("outsider", "Outsider#1"));

        var point = await observed.UntilAsync("Shop", query => query.History is not null);

        Assert.True(
            point.History is { Executions: > 0, MeanElapsed.Ticks: > 0, P95Elapsed: null },
            point.History!.ToString()
        );
        Assert.Contains(
            observed.Observer.Notes,
            note =>
                note.Contains("history.p95_elapsed", StringComparison.Ordinal)
                && note.Contains("GRANT " + right + " to it", StringComparison.Ordinal)
        );
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData("qs_state db=rgp_test state=OFF", "SET QUERY_STORE = ON")]
    [InlineData("error match=query_store_runtime_stats number=1222", "asked again")]
    [InlineData("error match=database_query_store_options number=1222", "cannot be read")]
    public async Task Poll_StoreThatTellsNothing_FallsBackAndSaysWhy(string fault, string said)
    {
        var server = await ObservedServer.StartAsync(2022, "enterprise");
        await server.FaultAsync(fault);
        await using var observed = await ObservedServer.ObserveAsync(server, ObservedServer.Watcher(server));

        var point = await observed.UntilAsync("Shop", query => query.History is not null);

        Assert.True(point.History is { Executions: > 0, P95Elapsed: null }, point.History!.ToString());
        Assert.Contains(observed.Observer.Notes, note => note.Contains(said, StringComparison.Ordinal));
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Poll_StoreThatIsReadOnly_IsReadAllTheSame(int version)
    {
        var server = await ObservedServer.StartAsync(version, "enterprise");
        await using var observed = await ObservedServer.ObserveAsync(server, ObservedServer.Watcher(server));
        await observed.UntilAsync("Shop", query => query.History?.P95Elapsed is not null);
        await server.FaultAsync("qs_state db=rgp_test state=READ_ONLY");
        await using var second = await SqlServerObserver.ConnectAsync(
            ObservedServer.Watcher(server),
            TimeProvider.System,
            new SqlServerObserverOptions(),
            CancellationToken.None
        );

        var seen = await ObservedServer.UntilAsync(
            second,
            each => each.Queries.Any(query => query.History?.P95Elapsed is not null)
        );

        Assert.DoesNotContain(second.Notes, note => note.Contains("Query Store", StringComparison.Ordinal));
        Assert.NotEmpty(seen.Queries);
    }
}
