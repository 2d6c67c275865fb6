using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

public class ScanFiguresTests
{
    [Fact]
    public void Scan_StoppedByALimit_StreamsThePagesOfItsRows()
    {
        var scan = Make.SeqScan("t", 1_000_000, 10_000).Actual(1_000).As("Outer");

        var profile = new Op("Limit", 1_000, 8, 0, 20).Actual(1_000).Under(scan).Profile();

        Assert.Equal(10 * 8192, profile.StreamedBytes.Value);
        Assert.Equal(CacheUse.Neutral, profile.CacheUse);
    }

    [Fact]
    public void IndexRange_StoppedByALimit_StreamsThePagesOfItsRows()
    {
        var range = new Op("Index Scan", 1_000_000, 8, 0.4, 55_000.4).On("t").Actual(120).As("Outer");

        var profile = new Op("Limit", 10, 8, 0, 20).Actual(10).Under(range).Profile();

        Assert.Equal(PlanShape.Oltp, profile.Shape);
        Assert.Equal(2 * 8192, profile.StreamedBytes.Value);
        Assert.Equal(CacheUse.Neutral, profile.CacheUse);
    }

    [Fact]
    public void SeqScan_WithoutBuffers_PagesFromCost()
    {
        var profile = Make.SeqScan("t", 100_000, 2000).Profile();

        Assert.Equal(2000 * 8192, profile.StreamedBytes.Value);
        Assert.Equal(Provenance.Inferred, profile.StreamedBytes.Provenance);
    }

    [Fact]
    public void SeqScan_CostTooLowForItsRows_RowsTimesWidthIsTheLowerBound()
    {
        var scan = new Op("Seq Scan", 1_000_000, 100, 0, 10).On("t");

        Assert.True(scan.Profile().StreamedBytes.Value >= 100_000_000);
    }

    [Fact]
    public void SeqScan_Buffers_AreTheStream()
    {
        var scan = Make.SeqScan("t", 100_000, 2000)
            .Actual(100_000)
            .Set("Shared Hit Blocks", 500)
            .Set("Shared Read Blocks", 2500);

        Assert.Equal(3000 * 8192, scan.Profile().StreamedBytes.Value);
        Assert.Equal(Provenance.Actual, scan.Profile().StreamedBytes.Provenance);
    }

    [Fact]
    public void SeqScan_EstimatedFilter_RowsReadComeFromCost()
    {
        // 10,000 pages and 800,000 rows with one condition cost 10,000 + 800,000 x 0.0125.
        var scan = new Op("Seq Scan", 5, 8, 0, 20_000).On("t").Set("Filter", "(a = 1)");

        var profile = scan.Profile();

        Assert.InRange(profile.RowsTouched.Value ?? 0, 700_000, 1_000_000);
        Assert.Equal(Provenance.Inferred, profile.RowsTouched.Provenance);
        Assert.Equal(PlanShape.Scan, profile.Shape);
    }

    [Fact]
    public void ParallelScan_PagesAreReadOnce()
    {
        var scan = new Op("Seq Scan", 1000, 8, 0, 500 + (1000 * 0.01)).On("t").Set("Parallel Aware", true);

        Assert.Equal(500 * 8192, Make.Gather(scan, 2).Profile().StreamedBytes.Value);
    }

    [Fact]
    public void ParallelScan_Measured_PagesAreReadOnce()
    {
        var scan = new Op("Seq Scan", 1000, 8, 0, 500 + (1000 * 0.01))
            .On("t")
            .Set("Parallel Aware", true)
            .Actual(800, loops: 3);
        var gather = Make.Gather(scan, 2).Set("Workers Launched", 2).Actual(2400);

        var profile = gather.Profile();

        Assert.InRange((double)(profile.StreamedBytes.Value ?? 0), 490 * 8192, 510 * 8192);
        Assert.Equal(2400, profile.Operators[1].Rows.Value);
        Assert.Equal(Provenance.Actual, profile.Dop.Provenance);
    }

    [Fact]
    public void SeqPageCost_FromSettings_IsUsed()
    {
        var scan = new Op("Seq Scan", 0, 8, 0, 1000).On("t");

        var profile = scan.Profile(new() { ["seq_page_cost"] = "0.5" });

        Assert.Equal(2000 * 8192, profile.StreamedBytes.Value);
    }

    [Fact]
    public void DisabledScan_ItsSurchargeIsNotPages()
    {
        var scan = new Op("Seq Scan", 100, 8, 0, 1e10 + 11).On("t");

        Assert.Equal(10 * 8192, scan.Profile().StreamedBytes.Value);
    }

    [Fact]
    public void PointAccess_DoesNotStream()
    {
        var profile = Make.Lookup("t").Profile();

        Assert.Equal(0, profile.StreamedBytes.Value);
        Assert.Equal(1, profile.RandomAccesses.Value);
        Assert.Equal(OperatorFamily.Point, profile.Operators[0].Family);
    }

    [Fact]
    public void IndexRange_ManyRows_IsAScan()
    {
        var range = new Op("Index Scan", 50_000, 8, 0.3, 9000).On("t").Set("Index Cond", "(d > 1)");

        var profile = range.Profile();

        Assert.Equal(OperatorFamily.Scan, profile.Operators[0].Family);
        Assert.Equal(0, profile.RandomAccesses.Value);
        Assert.True(profile.StreamedBytes.Value > 0);
    }

    [Fact]
    public void BitmapHeapScan_Estimated_ReadsWhatTheBitmapHolds()
    {
        var bitmap = new Op("Bitmap Index Scan", 40_000, 0, 0, 400);
        var heap = new Op("Bitmap Heap Scan", 3, 8, 400, 5000).On("t").Set("Filter", "(b = 2)").Under(bitmap);

        Assert.Equal(40_003, heap.Profile().RowsTouched.Value);
    }

    [Fact]
    public void ForeignScan_RowsAreALowerBoundOfWhatIsRead()
    {
        var profile = new Op("Foreign Scan", 100, 40).On("f").Profile();

        Assert.Equal(4000, profile.StreamedBytes.Value);
        Assert.Equal(Provenance.Inferred, profile.StreamedBytes.Provenance);
        Assert.Equal(PlanShape.Scan, profile.Shape);
    }
}
