using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.SqlServer;

/// <summary>Figures, each against a calculation by hand.</summary>
public class ShowplanFigureTests
{
    [Fact]
    public void HashTable_IsBuildRowsTimesWidthAndOverhead()
    {
        var join = Showplan.HashJoin(Showplan.Scan("a", 100_000, 500, width: 40), Showplan.Scan("b", 1_000_000, 5_000));

        Assert.Equal(100_000m * (40 + 24), join.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void HashTable_AboveTheMemoryUsed_IsCapped()
    {
        var join = Showplan.HashJoin(Showplan.Scan("a", 100_000, 500, width: 40), Showplan.Scan("b", 1_000_000, 5_000));

        var set = join.Profile("SELECT", Showplan.Grant(8_000, granted: 4_096, used: 2_048)).WorkingSetBytes;

        Assert.Equal(2_048 * 1024, set.Value);
    }

    [Fact]
    public void HashTable_BelowABroadcast_ExistsOncePerThread()
    {
        var broadcast = new RelOp("Parallelism", "Distribute Streams", "Parallelism", 1_000, 76)
            .Own("PartitioningType", "Broadcast")
            .Parallel()
            .Under(Showplan.Scan("a", 1_000, 10));
        var join = Showplan.HashJoin(broadcast, Showplan.Scan("b", 1_000_000, 5_000).Parallel()).Parallel();
        var hardware = Showplan.Element(
            "OptimizerHardwareDependentProperties",
            new System.Xml.Linq.XAttribute("EstimatedAvailableDegreeOfParallelism", 4)
        );

        Assert.Equal(4 * 1_000m * (76 + 24), join.Profile("SELECT", hardware).WorkingSetBytes.Value);
    }

    [Fact]
    public void TwoBuilds_OfOneProbePipeline_AreAliveTogether()
    {
        var inner = Showplan.HashJoin(Showplan.Scan("b", 1_000, 10, 76), Showplan.Scan("c", 1_000_000, 5_000));
        var join = Showplan.HashJoin(Showplan.Scan("a", 2_000, 10, 76), inner);

        Assert.Equal(300_000, join.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void BuildSide_ThatIsAJoinItself_HasEndedWhenTheProbeBegins()
    {
        var build = Showplan
            .HashJoin(Showplan.Scan("b", 1_000, 10, 76), Showplan.Scan("c", 1_000, 10), rows: 10)
            .Set("AvgRowSize", 76);
        var join = Showplan.HashJoin(build, Showplan.HashAggregate(Showplan.Scan("d", 100, 2), 50, 76));

        Assert.Equal(101_000, join.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void RowGoal_ScalesWhatAScanReadsByWhatIsPaid()
    {
        var scan = Showplan.Scan("a", 1_000_000, 10_000).Set("EstimateRows", 1);
        var whole = 0.003125 + (0.000740741 * 9_999) + 0.000157 + 1.1;

        var begun = 0.003125 + 0.000157;
        var profile = Showplan.Top(scan.Set("EstimatedTotalSubtreeCost", begun + ((whole - begun) / 100)), 1).Profile();

        Assert.InRange(profile.RowsTouched.Value ?? 0, 9_990, 10_020);
        Assert.InRange(profile.StreamedBytes.Value ?? 0, 99m * 8192, 101m * 8192);
    }

    [Fact]
    public void Scan_WithAFilter_ReadsTheWholeTable()
    {
        var counted = Showplan
            .Scan("a", 1_000_000, 10_000)
            .Set("EstimateRows", 5)
            .With("Predicate")
            .Ran(7, 1, ("ActualRowsRead", 1_000_000));
        var uncounted = Showplan.Scan("a", 900_000, 10_000).With("Predicate").Ran(7);

        Assert.Equal(1_000_007, counted.Profile().RowsTouched.Value);
        Assert.Equal(new Figure(900_007, Provenance.Inferred), uncounted.Profile().RowsTouched);
    }

    [Fact]
    public void LogicalReads_AreWhatIsStreamed()
    {
        var scan = Showplan
            .Scan("a", 1_000, 10)
            .Ran(600, 1, ("ActualLogicalReads", 40))
            .Ran(400, 1, ("ActualLogicalReads", 30));

        Assert.Equal(new Figure(70 * 8192, Provenance.Actual), scan.Parallel().Profile().StreamedBytes);
    }

    [Fact]
    public void ColumnStore_UnderABitmap_ReadsTheTableLessSkippedSegments()
    {
        var scan = Showplan
            .Scan("a", 8_000_000, 100)
            .Own("Storage", "ColumnStore")
            .Set("EstimatedRowsRead", 1)
            .With("Predicate")
            .Ran(3, 1, ("SegmentReads", 6), ("SegmentSkips", 2));

        Assert.Equal(6_000_003, scan.Profile().RowsTouched.Value);
    }

    [Fact]
    public void OperatorThatRan0Times_CountsNothing()
    {
        var join = Showplan.Loops(Showplan.Scan("a", 10, 1).Ran(0), Showplan.Seek("b", 1).Ran(0, 0), 0).Ran(0);

        Assert.Equal(0, join.Profile().RandomAccesses.Value);
    }

    [Fact]
    public void LookUps_OfPagesThatRepeat_KeepThosePages()
    {
        var inner = Showplan.Seek("small", cardinality: 13_000).Set("AvgRowSize", 60).Repeated(1_000_000);

        var profile = Showplan.Loops(Showplan.Scan("a", 1_000_000, 5_000), inner, 1_000_000).Profile();

        Assert.Equal(1_000_000, profile.RandomAccesses.Value);
        Assert.InRange(profile.WorkingSetBytes.Value ?? 0, 90m * 8192, 105m * 8192);
    }

    [Fact]
    public void MemoryGrant_IsTheGrantElseTheWish()
    {
        var sort = Showplan.Sort(Showplan.Scan("a", 1_000, 10), 1_000);

        Assert.Equal(
            new Figure(2_048 * 1024, Provenance.Actual),
            sort.Profile("SELECT", Showplan.Grant(1_024, granted: 2_048)).MemoryGrantBytes
        );
        Assert.Equal(
            new Figure(1_024 * 1024, Provenance.Estimate),
            sort.Profile("SELECT", Showplan.Grant(1_024)).MemoryGrantBytes
        );
    }

    [Fact]
    public void AdaptiveJoin_CountsTheSideThatRan()
    {
        var join = new RelOp("Adaptive Join", "Inner Join", "AdaptiveJoin", 10)
            .Set("EstimatedJoinType", "Nested Loops")
            .Under(Showplan.Scan("a", 100, 2), Showplan.Scan("b", 1_000_000, 5_000), Showplan.Seek("b").Repeated(100));

        var profile = join.Profile();

        Assert.Equal(100, profile.RandomAccesses.Value);
        Assert.Equal(210, profile.RowsTouched.Value);
    }

    [Theory]
    [InlineData("1e308")]
    [InlineData("NaN")]
    [InlineData("-5")]
    [InlineData("many")]
    public void AbsurdRows_AreUnknown_AndNeverOltp(string rows)
    {
        var profile = Showplan.Seek("a").Set("EstimateRows", rows).Set("EstimatedRowsRead", rows).Profile();

        Assert.Null(profile.RowsTouched.Value);
        Assert.Equal(PlanShape.Unknown, profile.Shape);
        Assert.Equal(CacheUse.Sensitive, profile.CacheUse);
    }

    [Fact]
    public void FilteredLookUp_WhoseEstimateContradictsItsJoin_FetchesWhatTheJoinDelivers()
    {
        var lookup = Showplan.Seek("b", 5_000).With("Predicate").Set("EstimatedRowsRead", "").Repeated(20_000);
        var join = Showplan.Loops(Showplan.Scan("a", 20_000, 100), lookup, 20_000);

        var profile = join.Profile();

        Assert.Equal(20_000, profile.RandomAccesses.Value);
        Assert.Equal(20_000, profile.Operators[2].Rows.Value);
    }

    [Fact]
    public void Recursion_WhoseLevelsArePrintedForEach_CountsThemOnce()
    {
        var level = Showplan
            .Loops(Constant(180), Showplan.Seek("b", 180).Set("EstimatedRowsRead", "").Repeated(180), 180)
            .Repeated(180);
        var root = new RelOp("Concatenation", "Concatenation", "Concat", 181).Under(Showplan.Seek("a"), level);

        Assert.Equal(PlanShape.Oltp, root.Profile().Shape);
        Assert.InRange((double)(root.Profile().RowsTouched.Value ?? 0), 181, 700);
    }

    [Fact]
    public void FewLookUps_InLargeIndexes_StayOltp()
    {
        var wide = Showplan.Seek("b", 1, 500_000_000).Set("AvgRowSize", 400).Repeated(180);

        Assert.Equal(PlanShape.Oltp, Showplan.Loops(Showplan.Seek("a", 100), wide, 180).Profile().Shape);
    }

    private static RelOp Constant(double rows) => new("Constant Scan", "Constant Scan", "ConstantScan", rows);
}
