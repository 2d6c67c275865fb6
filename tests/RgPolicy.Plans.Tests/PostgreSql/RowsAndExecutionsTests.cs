using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

public class RowsAndExecutionsTests
{
    [Fact]
    public void BelowGather_Estimates_TimesTheParallelDivisor()
    {
        var scan = Make.SeqScan("t", 1000, 50).Set("Parallel Aware", true);

        var profile = Make.Gather(scan, 2).Profile();

        // 2 workers + (1 - 0.3 x 2) of the leader = 2.4.
        Assert.Equal(2400, profile.Operators[1].Rows.Value);
        Assert.Equal(3, profile.Dop.Value);
        Assert.Equal(Provenance.Estimate, profile.Dop.Provenance);
    }

    [Theory]
    [InlineData(1, 1.7)]
    [InlineData(3, 3.1)]
    [InlineData(4, 4.0)]
    [InlineData(8, 8.0)]
    public void BelowGather_ManyWorkers_LeaderHelpsLess(int workers, double divisor)
    {
        var scan = Make.SeqScan("t", 1000, 50).Set("Parallel Aware", true);

        var profile = Make.Gather(scan, workers).Profile();

        Assert.Equal((decimal)(1000 * divisor), profile.Operators[1].Rows.Value);
    }

    [Fact]
    public void NestedLoops_Estimates_InnerRunsForEachOuterRow()
    {
        var join = new Op("Nested Loop", 5000, 16, 0, 9000).Joining(
            Make.SeqScan("a", 500, 10),
            Make.Lookup("b", rows: 10)
        );

        var inner = join.Profile().Operators[2];

        Assert.Equal(500, inner.Executions.Value);
        Assert.Equal(5000, inner.Rows.Value);
        Assert.Equal(OperatorFamily.Point, inner.Family);
    }

    [Fact]
    public void Materialize_BelowNestedLoops_ItsInputRunsOnce()
    {
        var kept = new Op("Materialize", 20, 8, 0, 2).Under(Make.SeqScan("b", 20, 1));
        var profile = new Op("Nested Loop", 100).Joining(Make.SeqScan("a", 500, 10), kept).Profile();

        Assert.Equal(10_000, profile.Operators[2].Rows.Value);
        Assert.Equal(20, profile.Operators[3].Rows.Value);
        Assert.Equal(1, profile.Operators[3].Executions.Value);
    }

    [Fact]
    public void Actuals_ContradictEstimates_Decide()
    {
        var profile = Make.SeqScan("t", 10, 1000).Actual(rows: 300, loops: 4).Profile();

        Assert.Equal(1200, profile.Operators[0].Rows.Value);
        Assert.Equal(Provenance.Actual, profile.Operators[0].Rows.Provenance);
        Assert.Equal(4, profile.Operators[0].Executions.Value);
    }

    [Fact]
    public void Actuals_FilteredRows_CountAsRead()
    {
        var scan = Make.SeqScan("t", 10, 1000)
            .Actual(10)
            .Set("Filter", "(a = 1)")
            .Set("Rows Removed by Filter", 4000)
            .Set("Rows Removed by Index Recheck", 90);

        // 10 + 4000 + 90 read, 10 returned.
        Assert.Equal(4110, scan.Profile().RowsTouched.Value);
    }

    [Fact]
    public void NeverExecuted_CountsNothing()
    {
        var build = Make.SeqScan("b", 1_000_000, 9000).Actual(0, loops: 0);
        var hash = new Op("Hash", 1_000_000, 8, 1, 1).Actual(0, loops: 0).Under(build);
        var profile = new Op("Hash Join").Actual(0).Joining(Make.SeqScan("a", 5, 1).Actual(0), hash).Profile();

        Assert.Equal(0, profile.WorkingSetBytes.Value);
        Assert.Equal(0, profile.RowsTouched.Value);
        Assert.Equal(PlanShape.Oltp, profile.Shape);
        Assert.Equal(0, profile.Operators[3].StreamedBytes.Value);
    }

    [Fact]
    public void Limit_WithoutActuals_ScalesWhatStreams()
    {
        var scan = Make.SeqScan("t", 1_000_000, 10_000);
        var limit = new Op("Limit", 10, 8, 0, 20).Under(scan.As("Outer"));

        var profile = limit.Profile();

        // The Limit pays 20 of 20,000: one row in a thousand.
        Assert.Equal(1000, profile.Operators[1].Rows.Value);
    }

    [Fact]
    public void Limit_OverSort_SortReadsEverything()
    {
        var scan = Make.SeqScan("t", 1_000_000, 10_000).As("Outer");
        var sort = new Op("Sort", 1_000_000, 8, 40_000, 41_000).Under(scan).As("Outer");

        var profile = new Op("Limit", 10, 8, 40_000, 40_001).Under(sort).Profile();

        Assert.Equal(1_000_000, profile.Operators[2].Rows.Value);
        Assert.Equal(1000, profile.Operators[1].Rows.Value);
    }

    [Fact]
    public void Limit_WithActuals_IsNotScaledAgain()
    {
        var scan = Make.SeqScan("t", 1_000_000, 10_000).Actual(10).As("Outer");

        var profile = new Op("Limit", 10, 8, 0, 20).Actual(10).Under(scan).Profile();

        Assert.Equal(10, profile.Operators[1].Rows.Value);
    }

    [Fact]
    public void Estimates_AboveATrillion_AreUnknown()
    {
        var join = new Op("Nested Loop", 5e12, 8, 0, 1e13).Joining(
            Make.SeqScan("a", 5e6, 1000),
            Make.SeqScan("b", 1e6, 1000)
        );

        var profile = join.Profile();

        Assert.Null(profile.RowsReturned.Value);
        Assert.Equal(Provenance.Unknown, profile.RowsReturned.Provenance);
        Assert.Null(profile.RowsTouched.Value);
        Assert.Equal(CacheUse.Sensitive, profile.CacheUse);
    }

    [Fact]
    public void InitPlan_BelowAGather_RunsOnce()
    {
        var once = Make.SeqScan("limits", 100, 1).As("InitPlan").Set("Subplan Name", "InitPlan 1 (returns $0)");
        var scan = Make.SeqScan("t", 1000, 50).Set("Parallel Aware", true).Under(once);

        var profile = Make.Gather(scan, 2).Profile();

        Assert.Equal(100, profile.Operators[2].Rows.Value);
    }

    [Fact]
    public void SubPlan_NotHashed_RunsForEachRow()
    {
        var sub = Make.Lookup("b").As("SubPlan").Set("Subplan Name", "SubPlan 1");
        var scan = Make.SeqScan("a", 200, 2).Set("Total Cost", 4.0 + (200 * 8.3)).Under(sub);

        var profile = scan.Profile();

        Assert.Equal(200, profile.Operators[1].Executions.Value);
    }

    [Fact]
    public void SubPlan_Hashed_RunsOnceAndKeepsATable()
    {
        var sub = Make.SeqScan("b", 10_000, 45).As("SubPlan").Set("Subplan Name", "SubPlan 1");
        var scan = Make.SeqScan("a", 200, 2).Set("Filter", "(NOT (hashed SubPlan 1))").Under(sub);

        var profile = scan.Profile();

        Assert.Equal(1, profile.Operators[1].Executions.Value);
        // 10,000 x (32 + 8) + 8 x 16,384.
        Assert.Equal(531_072, profile.Operators[1].StructureBytes.Value);
    }
}
