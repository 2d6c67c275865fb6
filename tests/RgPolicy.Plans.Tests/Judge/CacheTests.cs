using System.Text.Json.Nodes;
using RgPolicy.Plans.Judge;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Judge;

public class CacheTests
{
    private static JsonObject LargeMemory => new() { ["work_mem"] = "4GB", ["hash_mem_multiplier"] = "1" };

    [Theory]
    [InlineData(8191, CacheUse.Neutral)]
    [InlineData(8192, CacheUse.Polluting)]
    public void Use_PlainScan_TwiceTheCacheIsTheLimit(double pages, CacheUse use) =>
        Assert.Equal(use, Make.SeqScan("t", 100, pages).Profile().CacheUse);

    [Theory]
    [InlineData(4, 100, CacheUse.Neutral)]
    [InlineData(5, 100, CacheUse.Sensitive)]
    [InlineData(4, 9000, CacheUse.Sensitive)]
    [InlineData(5, 9000, CacheUse.Sensitive)]
    [InlineData(256, 9000, CacheUse.Sensitive)]
    [InlineData(257, 9000, CacheUse.Sensitive)]
    public void Use_SortOfSoManyMebibytes_AgainstStreams(double mebibytes, double pages, CacheUse use)
    {
        var sort = Measured(new Op("Sort", 10), "Sort Space Used", mebibytes)
            .Set("Sort Space Type", "Memory")
            .Under(Buffers(Make.SeqScan("t", 10, pages).Actual(10), pages));

        Assert.Equal(use, sort.Profile().CacheUse);
    }

    [Theory]
    [InlineData(PlanShape.Scan, 128, CacheUse.Polluting)]
    [InlineData(PlanShape.Scan, 129, CacheUse.Sensitive)]
    [InlineData(PlanShape.Scan, 1024 * 1024, CacheUse.Sensitive)]
    [InlineData(PlanShape.Join, 128, CacheUse.Polluting)]
    [InlineData(PlanShape.Join, 129, CacheUse.Sensitive)]
    [InlineData(PlanShape.Join, 1024 * 1024, CacheUse.Sensitive)]
    [InlineData(PlanShape.Write, 128, CacheUse.Polluting)]
    [InlineData(PlanShape.Write, 129, CacheUse.Sensitive)]
    [InlineData(PlanShape.Aggregation, 6, CacheUse.Sensitive)]
    [InlineData(PlanShape.Aggregation, 1024 * 1024, CacheUse.Sensitive)]
    [InlineData(PlanShape.Sort, 6, CacheUse.Sensitive)]
    [InlineData(PlanShape.Sort, 1024 * 1024, CacheUse.Sensitive)]
    public void Use_OfAStream_PollutesOnlyWhereHalfOfACoresCacheHoldsItsSet(
        PlanShape shape,
        int kibibytes,
        CacheUse use
    )
    {
        var caches = new CacheSizes(32 * 1024 * 1024, 256 * 1024);

        Assert.Equal(use, FigureJudge.Profile(shape, 1e12m, kibibytes * 1024m, 1, 1, caches).CacheUse);
    }

    [Fact]
    public void Use_InnerPagesAreTheLargerPart_StaysSensitive()
    {
        var join = new Op("Nested Loop", 10).Joining(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 100, 40_000));

        var profile = join.Profile();

        Assert.True(profile.WorkingSetBytes.Value > 8 * Make.LlcBytes);
        Assert.Equal(CacheUse.Sensitive, profile.CacheUse);
    }

    [Fact]
    public void Use_HugeHashTables_WithStreams_StaySensitive()
    {
        var join = Make.HashJoin(Make.SeqScan("a", 100, 9000), Make.SeqScan("b", 10_000_000, 60_000));

        Assert.Equal(CacheUse.Sensitive, join.Profile(LargeMemory).CacheUse);
    }

    [Theory]
    [InlineData(8191, PlanLocality.Strong)]
    [InlineData(8192, PlanLocality.Weak)]
    public void Locality_NoStructure_StreamsDecide(double pages, PlanLocality locality) =>
        Assert.Equal(locality, Make.SeqScan("t", 100, pages).Profile().Locality);

    [Theory]
    [InlineData(10, PlanLocality.Strong)]
    [InlineData(11, PlanLocality.Moderate)]
    [InlineData(95, PlanLocality.Moderate)]
    [InlineData(96, PlanLocality.Weak)]
    public void Locality_OneHashJoin_AgainstThirdAndTriple(double mebibytes, PlanLocality locality) =>
        Assert.Equal(locality, Join(Source("a"), mebibytes).Profile().Locality);

    [Fact]
    public void Locality_OnlyTheFirstTwoJoinsCount()
    {
        Assert.Equal(PlanLocality.Strong, Join(Join(Join(Source("a"), 1), 1), 500).Profile().Locality);
        Assert.Equal(PlanLocality.Weak, Join(Join(Join(Source("a"), 1), 500), 1).Profile().Locality);
    }

    [Fact]
    public void Locality_BothIndexJoins_IsWeak()
    {
        var lower = new Op("Nested Loop", 10).Joining(Make.SeqScan("a", 10, 1), Make.Lookup("b"));
        var upper = new Op("Nested Loop", 10).Joining(lower, Make.Lookup("c"));

        Assert.Equal(PlanLocality.Weak, upper.Profile().Locality);
    }

    [Fact]
    public void Temporality_ScanOnly_IsNonTemporal()
    {
        var scan = new Op("Aggregate", 1).Set("Strategy", "Plain").Under(Make.SeqScan("t", 1000, 100));

        Assert.Equal(Temporality.NonTemporal, scan.Profile().Temporality);
        Assert.Equal(Temporality.Temporal, Make.Lookup("t").Profile().Temporality);
        Assert.Null(new Op("Result").Profile().Temporality);
    }

    [Fact]
    public void SmallerLlc_ChangesTheVerdict()
    {
        var document = Make.SeqScan("t", 100, 1000).Document();

        Assert.Equal(CacheUse.Neutral, PlanReader.Read(document, Make.Options).Statements[0].Profile.CacheUse);
        var small = new PlanReaderOptions { LlcBytes = 2 * 1024 * 1024 };
        Assert.Equal(CacheUse.Polluting, PlanReader.Read(document, small).Statements[0].Profile.CacheUse);
    }

    private static Op Source(string table) => Make.SeqScan(table, 10, 1).Actual(10);

    private static Op Join(Op probe, double mebibytes)
    {
        var hash = Measured(new Op("Hash", 10), "Peak Memory Usage", mebibytes).Under(Source("b"));
        return new Op("Hash Join").Actual(1).Joining(probe, hash);
    }

    private static Op Measured(Op op, string name, double mebibytes) => op.Actual(10).Set(name, mebibytes * 1024);

    private static Op Buffers(Op op, double pages) => op.Set("Shared Hit Blocks", pages).Set("Shared Read Blocks", 0);
}
