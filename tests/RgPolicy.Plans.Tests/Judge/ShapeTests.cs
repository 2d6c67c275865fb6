using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Judge;

public class ShapeTests
{
    [Fact]
    public void Result_WithoutTable_IsUtility()
    {
        Assert.Equal(PlanShape.Utility, new Op("Result", 1, total: 0.01).Profile().Shape);
        Assert.Equal(PlanShape.Utility, new Op("Values Scan", 50_000).Profile().Shape);
    }

    [Theory]
    [InlineData(1, 0.24, PlanShape.Utility)]
    [InlineData(1, 0.26, PlanShape.Unknown)]
    [InlineData(30, 3, PlanShape.Utility)]
    [InlineData(1, 2_900_000, PlanShape.Unknown)]
    [InlineData(50_000, 5_000, PlanShape.Utility)]
    [InlineData(50_000, 6_000, PlanShape.Unknown)]
    public void Result_CostThatNothingShownExplains_IsUnknown(double rows, double cost, PlanShape shape) =>
        Assert.Equal(shape, new Op("Result", rows, total: cost).Profile().Shape);

    [Theory]
    [InlineData("generate_series", PlanShape.Utility)]
    [InlineData("nightly_report", PlanShape.Unknown)]
    public void FunctionScan_OnlySeriesAreHarmless(string function, PlanShape shape)
    {
        var series = new Op("Function Scan", 1_000_000).Set("Function Name", function).As("Outer");
        var aggregate = new Op("Aggregate", 1).Set("Strategy", "Plain").Under(series);

        Assert.Equal(shape, aggregate.Profile().Shape);
    }

    [Fact]
    public void Lookup_IsOltp()
    {
        var profile = Make.Lookup("accounts").Profile();

        Assert.Equal(PlanShape.Oltp, profile.Shape);
        Assert.Contains("point access", profile.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Lookup_WithoutMatch_IsOltp() =>
        Assert.Equal(PlanShape.Oltp, Make.Lookup("accounts").Actual(0).Profile().Shape);

    [Theory]
    [InlineData(64, PlanShape.Oltp)]
    [InlineData(65, PlanShape.Scan)]
    public void SmallTableScan_PagesDecide(double pages, PlanShape shape) =>
        Assert.Equal(shape, Make.SeqScan("t", 500, pages).Profile().Shape);

    [Theory]
    [InlineData(1000, PlanShape.Oltp)]
    [InlineData(1001, PlanShape.Scan)]
    public void RowsTouched_TwoThousandIsTheLimit(double rows, PlanShape shape) =>
        Assert.Equal(shape, Make.SeqScan("t", rows, 20).Profile().Shape);

    [Fact]
    public void OrderedIndexScan_UnderLimit_IsOltp()
    {
        var scan = new Op("Index Scan", 1_000_000, 50, 0.4, 80_000).On("orders").As("Outer");

        Assert.Equal(PlanShape.Oltp, new Op("Limit", 20, 50, 0.4, 2).Under(scan).Profile().Shape);
    }

    [Fact]
    public void TableScan_UnderLimit_IsOltpAsItsFewPagesAre()
    {
        var scan = Make.SeqScan("orders", 1_000_000, 10_000).As("Outer");

        Assert.Equal(PlanShape.Oltp, new Op("Limit", 20, 50, 0, 0.4).Under(scan).Profile().Shape);
    }

    [Fact]
    public void ParallelPlan_IsNeverOltp()
    {
        var scan = Make.SeqScan("t", 10, 5).Set("Parallel Aware", true);

        Assert.Equal(PlanShape.Scan, Make.Gather(scan, 1).Profile().Shape);
    }

    [Fact]
    public void StructureAboveOneMebibyte_IsNotOltp()
    {
        var sort = new Op("Sort", 900, 2000).Under(Make.SeqScan("t", 900, 30, 2000));

        Assert.NotEqual(PlanShape.Oltp, sort.Profile().Shape);
    }

    [Theory]
    [InlineData("Plain", PlanShape.Scan)]
    [InlineData("Hashed", PlanShape.Aggregation)]
    public void Aggregate_WithoutGroups_IsAScan(string strategy, PlanShape shape)
    {
        var aggregate = new Op("Aggregate", 10).Set("Strategy", strategy).Under(Make.SeqScan("t", 100_000, 900));

        Assert.Equal(shape, aggregate.Profile().Shape);
    }

    [Fact]
    public void HashAggregate_ThreePerInputRow_AgainstOnePerRowRead()
    {
        var profile = new Op("Aggregate", 10)
            .Set("Strategy", "Hashed")
            .Under(Make.SeqScan("t", 100_000, 900))
            .Profile();

        Assert.Equal(0.75, profile.ShapeShare ?? 0, 6);
        Assert.Equal(PlanShape.Scan, profile.RunnerUp);
        Assert.Equal(0.25, profile.RunnerUpShare ?? 0, 6);
    }

    [Fact]
    public void SortedAggregate_OnePerInputRow_TiesWithItsScan()
    {
        var profile = new Op("WindowAgg", 100_000).Under(Make.SeqScan("t", 100_000, 900)).Profile();

        Assert.Equal(0.5, profile.ShapeShare ?? 0, 6);
    }

    [Fact]
    public void HashJoin_LargeBuild_WeighsFourPerRow()
    {
        var profile = Make.HashJoin(Make.SeqScan("a", 500_000, 3000), Make.SeqScan("b", 500_000, 3000)).Profile();

        Assert.Equal(PlanShape.Join, profile.Shape);
        Assert.Equal(0.8, profile.ShapeShare ?? 0, 6);
    }

    [Fact]
    public void StarJoin_SmallBuild_IsAScan()
    {
        var fact = Make.SeqScan("fact", 1_000_000, 9000)
            .Set("Filter", "(x)")
            .Set("Rows Removed by Filter", 900_000)
            .Actual(100_000);
        var hash = new Op("Hash", 100)
            .Actual(100)
            .Set("Peak Memory Usage", 20)
            .Under(Make.SeqScan("dim", 100, 2).Actual(100));

        var profile = new Op("Hash Join").Actual(100_000).Joining(fact, hash).Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal(PlanShape.Join, profile.RunnerUp);
    }

    [Fact]
    public void Sort_LogarithmOfRows_Wins()
    {
        var profile = new Op("Sort", 1_048_576).Under(Make.SeqScan("t", 1_048_576, 9000)).Profile();

        // log2(2^20) / 5 = 4 for each row, against 1.
        Assert.Equal(PlanShape.Sort, profile.Shape);
        Assert.Equal(0.8, profile.ShapeShare ?? 0, 6);
    }

    [Fact]
    public void ParallelSort_LogarithmPerProcess()
    {
        var sort = new Op("Sort", 1_048_576)
            .Actual(1_048_576, loops: 2)
            .Under(Make.SeqScan("t", 1_048_576, 9000).Actual(1_048_576, loops: 2));

        var profile = Make.Gather(sort, 1).Set("Workers Launched", 1).Actual(2_097_152).Profile();

        Assert.Equal(2_097_152 * 4.0, profile.Operators[1].Weight, 3);
    }

    [Fact]
    public void MergeJoin_OnePerInputRow()
    {
        var join = new Op("Merge Join", 10).Joining(Make.SeqScan("a", 3000, 100), Make.SeqScan("b", 5000, 100));

        Assert.Equal(8000, join.Profile().Operators[0].Weight);
    }

    [Fact]
    public void NestedLoops_LargeInner_WeighsFourPerOuterAndFetchedRow()
    {
        var join = new Op("Nested Loop", 10).Joining(Make.SeqScan("a", 10_000, 100), Make.Lookup("b"));

        // Two pages for each of 10,000 look-ups are more than 1 MiB.
        Assert.Equal(4 * 20_000, join.Profile().Operators[0].Weight);
        Assert.Equal(PlanShape.Join, join.Profile().Shape);
    }

    [Theory]
    [InlineData(1000, PlanShape.Oltp)]
    [InlineData(2500, PlanShape.Write)]
    [InlineData(10_001, PlanShape.BulkLoad)]
    public void Insert_RowsWrittenDecide(double rows, PlanShape shape)
    {
        var insert = new Op("ModifyTable", 0, 0)
            .Set("Operation", "Insert")
            .On("t")
            .Under(new Op("Values Scan", rows).As("Outer"));

        var profile = insert.Profile();

        Assert.Equal(shape, profile.Shape);
        Assert.True(profile.Writes);
    }

    [Fact]
    public void Update_ReadingDominates_TakesTheReadingsShapeAndKeepsItsFlag()
    {
        var scan = Make.SeqScan("t", 2000, 9000)
            .Actual(2000)
            .Set("Filter", "(x)")
            .Set("Rows Removed by Filter", 500_000);
        var update = new Op("ModifyTable", 0, 0).Set("Operation", "Update").On("t").Actual(0).Under(scan.As("Outer"));

        var profile = update.Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.True(profile.Writes);
        Assert.Equal(504_000, profile.RowsTouched.Value);
    }

    [Theory]
    [InlineData("Insert", StatementKind.Insert)]
    [InlineData("Update", StatementKind.Update)]
    [InlineData("Delete", StatementKind.Delete)]
    [InlineData("Merge", StatementKind.Merge)]
    public void ModifyTable_OperationIsTheKind(string operation, StatementKind kind)
    {
        var write = new Op("ModifyTable", 0, 0).Set("Operation", operation).On("t").Under(Make.Lookup("t").As("Outer"));

        var statement = Assert.Single(PlanReader.Read(write.Document(), Make.Options).Statements);

        Assert.Equal(kind, statement.Kind);
        Assert.Equal(PlanShape.Oltp, statement.Profile.Shape);
    }

    [Fact]
    public void Merge_CountedRows_AreTheRowsWritten()
    {
        var merge = new Op("ModifyTable", 0, 0)
            .Set("Operation", "Merge")
            .On("t")
            .Actual(0)
            .Set("Tuples Inserted", 8000)
            .Set("Tuples Updated", 4000)
            .Set("Tuples Deleted", 1)
            .Set("Tuples Skipped", 90_000)
            .Under(Make.SeqScan("s", 102_001, 900).Actual(102_001).As("Outer"));

        Assert.Equal(PlanShape.BulkLoad, merge.Profile().Shape);
        Assert.Equal(102_001 + 12_001, merge.Profile().RowsTouched.Value);
    }

    [Fact]
    public void CreateTableAs_IsABulkLoad()
    {
        var profile = Make.SeqScan("t", 10, 1).Profile(text: "CREATE TABLE copy AS SELECT * FROM t");

        Assert.Equal(PlanShape.BulkLoad, profile.Shape);
        Assert.True(profile.Writes);
        Assert.Equal(0, profile.RowsReturned.Value);
    }

    [Fact]
    public void UnknownOperator_IsKeptAndTheRestJudged()
    {
        var profile = new Op("Quantum Leap", 100)
            .Set("New Thing", 3)
            .Under(Make.SeqScan("t", 100_000, 900).As("Outer"))
            .Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal("Quantum Leap", profile.Operators[0].Name);
        Assert.Equal(OperatorFamily.Other, profile.Operators[0].Family);
    }

    [Fact]
    public void NoRowCounts_IsUnknownWithReason()
    {
        var profile = Make.SeqScan("t", 1, 1).Remove("Plan Rows").Remove("Total Cost").Profile();

        Assert.Equal(PlanShape.Unknown, profile.Shape);
        Assert.NotEmpty(profile.Reason);
    }
}
