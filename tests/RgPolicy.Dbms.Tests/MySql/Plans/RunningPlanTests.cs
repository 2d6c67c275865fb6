using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Plans;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql.Plans;

[Collection(ObservedMariaDb.Collection)]
public sealed class RunningPlanTests(ObservedMariaDb mariaDb)
{
    private const string Slow =
        "SELECT COUNT(*) /* {0} */ FROM orders a JOIN orders b ON a.customer = b.customer "
        + "WHERE a.note LIKE '%y%' OR b.note LIKE '%z%' OR MD5(CONCAT(a.note, b.id)) < '0'";

    [MariaDbFact]
    public async Task Poll_RunningSelect_HasItsPlan()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(Named("mark40"));

        var query = await WithPlanAsync(observer, "mark40");

        Assert.Equal("show explain", query.Plan.Source);
        Assert.Equal(PlanShape.Scan, query.Plan.Profile!.Shape);
    }

    [MariaDbFact]
    public async Task Poll_SecondExecutionWithOtherLiterals_HasThePlanAtOnce()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using (await mariaDb.RunAsync(Named("mark41")))
        {
            await WithPlanAsync(observer, "mark41");
        }

        await using var running = await mariaDb.RunAsync(
            Named("mark41").Replace("%y%", "%q%", StringComparison.Ordinal)
        );
        var query = await ObservedMariaDb.UntilAsync(observer, "%q%");

        Assert.Equal(PlanState.Known, query.Plan.State);
    }

    [MariaDbFact]
    public async Task Poll_SameStatementOfAnotherLogin_IsJudgedByItsOwnPlan()
    {
        const string Statement = "SELECT COUNT(*) /* mark48 */, SUM(SLEEP(0.01)) FROM orders WHERE id > 1";
        await using var observer = await mariaDb.ConnectAsync();
        await using var wide = await mariaDb.RunAsync(Statement, user: "member");
        var scan = await WithPlanAsync(observer, "> 1");

        await using var narrow = await mariaDb.RunAsync(
            Statement
                .Replace("0.01", "0.2", StringComparison.Ordinal)
                .Replace("> 1", "> 19950", StringComparison.Ordinal)
        );
        var look = await WithPlanAsync(observer, "> 19950");

        Assert.Equal(scan.Statement!.Fingerprint, look.Statement!.Fingerprint);
        Assert.Equal((PlanShape.Scan, PlanShape.Oltp), (scan.Plan.Profile!.Shape, look.Plan.Profile!.Shape));
    }

    [MariaDbFact]
    public async Task Poll_UpdateThatRuns_HasItsPlan()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "UPDATE /* mark42 */ orders SET note = 'u' WHERE SLEEP(0.01) = 1"
        );

        var query = await WithPlanAsync(observer, "mark42");

        Assert.True(query.Plan.Profile!.Writes);
    }

    [MariaDbFact]
    public async Task Poll_StatementInAProcedure_HasItsPlan()
    {
        await mariaDb.Server.ExecuteAsync(
            $"CREATE OR REPLACE PROCEDURE shop.slow(n INT) BEGIN {Named("mark43")} + n; END"
        );
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync("CALL slow(7)");

        Assert.Equal(PlanShape.Scan, (await WithPlanAsync(observer, "mark43")).Plan.Profile!.Shape);
    }

    [MariaDbFact]
    public async Task Poll_FunctionThatWrites_RunsOnceForItsOwnerOnly()
    {
        await mariaDb.Server.ExecuteAsync(
            "CREATE OR REPLACE TABLE shop.written (k INT); CREATE OR REPLACE FUNCTION shop.write_one(x INT) "
                + "RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO written VALUES (x); RETURN x; END; GRANT EXECUTE ON "
                + "shop.* TO app@localhost"
        );
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "SELECT COUNT(*) /* mark44 */ FROM (SELECT write_one(7) k) z JOIN orders a JOIN orders b "
                + "ON MD5(CONCAT(a.note, b.id)) < '0'"
        );

        await WithPlanAsync(observer, "mark44");
        await ObservePollsAsync(observer, 20);
        await running.DisposeAsync();

        Assert.InRange(Convert.ToInt32(await mariaDb.Server.ScalarAsync("SELECT COUNT(*) FROM shop.written")), 0, 1);
    }

    [MariaDbTheory]
    [InlineData("SELECT COUNT(*) /* mark45 */ FROM (SELECT BENCHMARK(2000000000, MD5('a')) k) z")]
    [InlineData("SELECT COUNT(*) /* mark45 */ FROM (SELECT SLEEP(30) k) z")]
    public async Task Poll_TextThatTakesLong_TakesNothingOfThePlansConnection(string sql)
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(sql);
        await ObservedMariaDb.UntilAsync(observer, "mark45");
        var before = observer.ServerCpu!.Value;

        await ObservePollsAsync(observer, 40);

        Assert.True(
            observer.ServerCpu!.Value - before < TimeSpan.FromSeconds(0.5),
            (observer.ServerCpu!.Value - before).ToString()
        );
    }

    [MariaDbFact]
    public async Task Poll_WaiterForALock_IsNotAsked()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var holder = await mariaDb.RunAsync(
            "SELECT 'mark46', SLEEP(60)",
            before: "BEGIN; UPDATE orders SET note = 'held' WHERE id = 18"
        );
        await using var waiter = await mariaDb.RunAsync("UPDATE orders SET note = 'mark47' WHERE id = 18");
        await ObservedMariaDb.UntilAsync(observer, "mark47", each => each.WaitsForLock);

        var began = DateTime.UtcNow;
        await ObservePollsAsync(observer, 10);

        Assert.True(DateTime.UtcNow - began < TimeSpan.FromSeconds(20));
        var query = await ObservedMariaDb.UntilAsync(observer, "mark47");
        Assert.NotEqual(PlanState.Known, query.Plan.State);
    }

    [Theory]
    [InlineData("select 1", "select 1", true)]
    [InlineData("select 1", "select 12", false)]
    [InlineData("select '?'", "select 'ä?'", true)]
    [InlineData("", "select 1", false)]
    public void IsOf_WhatTheServerShows_IsThatText(string shown, string text, bool isSame) =>
        Assert.Equal(isSame, RunningPlan.IsOf(shown, text));

    [Fact]
    public void IsOf_WhatTheServerCutOff_IsItsBeginning()
    {
        var text = "select " + new string('x', 2000);

        Assert.True(RunningPlan.IsOf(text[..511], text));
        Assert.False(RunningPlan.IsOf("update" + text[6..511], text));
    }

    private static string Named(string mark) => Slow.Replace("{0}", mark, StringComparison.Ordinal);

    private static Task<ObservedQuery> WithPlanAsync(MySqlObserver observer, string mark) =>
        ObservedMariaDb.UntilAsync(observer, mark, each => each.Plan.State == PlanState.Known);

    private static async Task ObservePollsAsync(MySqlObserver observer, int count)
    {
        for (var i = 0; i < count; i++)
        {
            await observer.PollAsync(findBlocking: false, CancellationToken.None);
            await Task.Delay(50);
        }
    }
}
