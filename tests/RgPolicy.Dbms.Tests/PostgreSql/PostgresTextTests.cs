using RgPolicy.Dbms.Tests.PostgreSql.QuerySets;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What is told of a statement by its text, however the server shows it.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PostgresTextTests(PostgresServer server)
{
    [Fact]
    public async Task PollAsync_ServerWithoutQueryIds_TellsStatementsApartByTheirText()
    {
        await server.Cluster.ExecuteAsync(
            "create role idless login; grant pg_read_all_data to idless; alter role idless set compute_query_id = off"
        );
        await using var observer = await server.ConnectAsync();
        await using var first = await server.RunAsync(
            "select 1, pg_sleep(60) from orders where id = 1",
            user: "idless"
        );
        await using var second = await server.RunAsync(
            "SELECT 2, pg_sleep(70) FROM orders /* x */ WHERE id = 3",
            user: "idless"
        );

        var one = await PostgresServer.UntilAsync(observer, first.ProcessId, q => q.Plan.State == PlanState.Known);
        var two = await PostgresServer.UntilAsync(observer, second.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.StartsWith("t", one.Statement!.Fingerprint, StringComparison.Ordinal);
        Assert.Equal(one.Statement.Fingerprint, two.Statement!.Fingerprint);
        Assert.Equal((PlanShape.Oltp, PlanShape.Oltp), (one.Plan.Profile!.Shape, two.Plan.Profile!.Shape));
    }

    [Fact]
    public async Task PollAsync_ShortStatementOverAndOver_GetsItsPlan()
    {
        await using var observer = await server.ConnectAsync();
        await using var busy = await RepeatedText.StartAsync(
            server.Cluster,
            PostgresServer.Shop,
            "busy",
            new ParameterText("select note from orders where id = 7", [])
        );

        var query = await PostgresServer.UntilAsync(observer, busy.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Null(busy.Problem);
        Assert.Equal("re-explain", query.Plan.Source);
    }

    [Fact]
    public async Task PollAsync_TextThatTheServerCut_IsExplainedAsPgStatStatementsHasIt()
    {
        var sql = "select count(*), pg_sleep(60) from orders where note <> '" + new string('é', 9000) + "'";
        await server.DoAsync(sql.Replace("60", "0", StringComparison.Ordinal));
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(sql);

        // On a busy machine two polls may meet it before it has its query id, and it has no plan until then.
        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.True(query.Statement!.IsTruncated);
        Assert.Equal((PlanShape.Scan, "re-explain"), (query.Plan.Profile?.Shape, query.Plan.Source));
    }

    [Fact]
    public async Task PollAsync_TextOfSeveralStatements_IsJudgedByTheOneThatRuns()
    {
        await server.DoAsync("select count(*), 7, pg_sleep(0) from orders");
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "select 1; select count(*), 7, pg_sleep(60) from orders; select 2"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Profile?.Shape == PlanShape.Scan
        );

        Assert.Equal("re-explain", query.Plan.Source);
    }

    [Fact]
    public async Task PollAsync_Execute_IsJudgedByWhatWasPrepared()
    {
        await server.DoAsync("prepare p(int) as select count(*), 11, pg_sleep($1) from orders; execute p(0)");
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "execute p(60)",
            before: "prepare p(int) as select count(*), 11, pg_sleep($1) from orders"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Profile?.Shape == PlanShape.Scan
        );

        Assert.Equal("re-explain", query.Plan.Source);
    }

    [Fact]
    public async Task PollAsync_ExplainAnalyze_IsJudgedByWhatItRuns()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "explain (analyze, buffers) select count(*), 12, pg_sleep(60) from orders"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal((PlanShape.Scan, "re-explain"), (query.Plan.Profile?.Shape, query.Plan.Source));
    }

    [Fact]
    public async Task PollAsync_UpdateThatTheServerCut_IsInferred()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "update orders set note = 'x' where id = 1 and pg_sleep(60) is not null and note <> '"
                + new string('é', 9000)
                + "'"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal("inferred", query.Plan.Source);
    }

    [Fact]
    public async Task PollAsync_TextThatTheServerCutWithoutQueryId_HasNoPlanAndSaysWhy()
    {
        await server.Cluster.ExecuteAsync(
            "create role cutter login; grant pg_read_all_data to cutter; alter role cutter set compute_query_id = off"
        );
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "select pg_sleep(60), '" + new string('é', 9000) + "'",
            user: "cutter"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.True(query.Statement!.IsTruncated);
        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("track_activity_query_size", query.Plan.Source, StringComparison.Ordinal);
    }
}
