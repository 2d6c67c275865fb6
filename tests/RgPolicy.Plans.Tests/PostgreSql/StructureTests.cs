using System.Text.Json.Nodes;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

public class StructureTests
{
    private static readonly JsonObject LargeMemory = new() { ["work_mem"] = "1GB", ["hash_mem_multiplier"] = "2" };

    [Fact]
    public void HashJoin_Estimate_RowsTimesAlignedWidthAndBuckets()
    {
        var join = Make.HashJoin(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 5000, 20, width: 13));

        // 5,000 x (32 + 16) + 8 x 8,192.
        Assert.Equal(305_536, join.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void HashJoin_LargerThanFallbackBudget_IsCappedAndSaysSo()
    {
        var join = Make.HashJoin(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 1_000_000, 5000));

        var profile = join.Profile();

        Assert.Equal(4 * 1024 * 1024, profile.WorkingSetBytes.Value);
        Assert.Equal(Provenance.Fallback, profile.WorkingSetBytes.Provenance);
        Assert.True(profile.MemoryGrantBytes.Value > 40_000_000);
    }

    [Fact]
    public void HashJoin_WorkMemFromSettings_TimesMultiplier()
    {
        var join = Make.HashJoin(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 5_000_000, 25_000));

        var profile = join.Profile(new() { ["work_mem"] = "16MB", ["hash_mem_multiplier"] = "1.5" });

        Assert.Equal(24 * 1024 * 1024, profile.WorkingSetBytes.Value);
        Assert.Equal(Provenance.Estimate, profile.WorkingSetBytes.Provenance);
    }

    [Fact]
    public void Hash_PeakMemory_IsUsed()
    {
        var hash = new Op("Hash", 10, 8)
            .Actual(10)
            .Set("Peak Memory Usage", 777)
            .Set("Hash Batches", 4)
            .Set("Hash Buckets", 1024)
            .Under(Make.SeqScan("b", 10, 1).Actual(10));
        var join = new Op("Hash Join").Actual(1).Joining(Make.SeqScan("a", 10, 1).Actual(10), hash);

        var profile = join.Profile();

        Assert.Equal(777 * 1024, profile.WorkingSetBytes.Value);
        Assert.Equal(Provenance.Actual, profile.WorkingSetBytes.Provenance);
    }

    [Theory]
    [InlineData(false, 1, 3)]
    [InlineData(true, 1, 1)]
    [InlineData(true, 2, 2)]
    [InlineData(true, 16, 3)]
    public void Hash_InThreeProcesses_CopiesThatExistTogether(bool isShared, int batches, int copies)
    {
        var hash = new Op("Hash", 10, 8)
            .Actual(10, loops: 3)
            .Set("Peak Memory Usage", 100)
            .Set("Hash Batches", batches)
            .Set("Parallel Aware", isShared)
            .Under(Make.SeqScan("b", 10, 1).Actual(10, loops: 3));
        var join = new Op("Hash Join").Actual(1, loops: 3).Joining(Make.SeqScan("a", 10, 1).Actual(10, loops: 3), hash);

        var profile = Make.Gather(join, 2).Set("Workers Launched", 2).Actual(3).Profile();

        Assert.Equal(copies * 100 * 1024, profile.WorkingSetBytes.Value);
    }

    [Fact]
    public void HashAggregate_Groups_TimesWidthAndOverhead()
    {
        var aggregate = new Op("Aggregate", 1000, 12).Set("Strategy", "Hashed").Under(Make.SeqScan("a", 50_000, 300));

        // 2,048 x 24 + 1,000 x (16 + 32 + 32).
        Assert.Equal(129_152, aggregate.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void HashAggregate_RowWiderThanItsInput_HasStatesOutside()
    {
        var aggregate = new Op("Aggregate", 1000, 44)
            .Set("Strategy", "Hashed")
            .Under(Make.SeqScan("a", 50_000, 300).Set("Plan Width", 12));

        // 2,048 x 24 + 1,000 x (16 + 64 + 32 + 160).
        Assert.Equal(321_152, aggregate.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void Sort_Estimate_InputBytesUpToBudget()
    {
        var sort = new Op("Sort", 100_000, 20).Under(Make.SeqScan("a", 100_000, 600));

        Assert.Equal(2_000_000, sort.Profile().WorkingSetBytes.Value);
        Assert.Equal(1024 * 1024, sort.Profile(new() { ["work_mem"] = "1MB" }).WorkingSetBytes.Value);
    }

    [Fact]
    public void Sort_InMemory_UsesWhatWasUsed()
    {
        var sort = Sort(100_000, 20).Set("Sort Space Used", 300).Set("Sort Space Type", "Memory");

        Assert.Equal(300 * 1024, sort.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void Sort_OnDisk_KeepsItsBudgetFull()
    {
        var sort = Sort(1_000_000, 100).Set("Sort Space Used", 120_000).Set("Sort Space Type", "Disk");

        Assert.Equal(4 * 1024 * 1024, sort.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void Sort_ListedWorkers_AreSummedElseMultiplied()
    {
        static Op Plan(JsonArray? workers)
        {
            var sort = new Op("Sort", 1000, 8)
                .Actual(1000, loops: 3)
                .Set("Sort Space Used", 100)
                .Set("Sort Space Type", "Memory")
                .Under(Make.SeqScan("a", 1000, 10).Actual(1000, loops: 3));
            if (workers is not null)
                sort.Put("Workers", workers);
            return Make.Gather(sort, 2).Set("Workers Launched", 2).Actual(3000);
        }

        var listed = new JsonArray(
            new JsonObject { ["Sort Space Used"] = 10 },
            new JsonObject { ["Sort Space Used"] = 20 }
        );

        Assert.Equal(300 * 1024, Plan(null).Profile().WorkingSetBytes.Value);
        Assert.Equal(130 * 1024, Plan(listed).Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void Memoize_PeakMemory_IsUsed()
    {
        var lookup = Make.Lookup("b").Actual(1, loops: 20);
        var memoize = new Op("Memoize").Actual(1, loops: 1000).Set("Peak Memory Usage", 3).Under(lookup);
        var join = new Op("Nested Loop").Actual(1000).Joining(Make.SeqScan("a", 1000, 10).Actual(1000), memoize);

        Assert.Equal(3 * 1024, join.Profile().Operators[2].StructureBytes.Value);
    }

    [Fact]
    public void WorkingSet_BuildAndProbe_AreAliveTogether()
    {
        var lower = Make.HashJoin(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 5000, 20));
        var upper = Make.HashJoin(lower, Make.SeqScan("c", 5000, 20));

        // Twice 5,000 x 40 + 8 x 8,192.
        Assert.Equal(2 * 265_536, upper.Profile(LargeMemory.DeepClone().AsObject()).WorkingSetBytes.Value);
    }

    [Fact]
    public void WorkingSet_BlockingOperator_EndsThePipelineBelow()
    {
        var join = Make.HashJoin(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 5000, 20), rows: 10);
        var inner = new Op("Sort", 10, 8).Under(join);
        var outer = new Op("Sort", 10, 8).Under(new Op("WindowAgg", 10, 8).Under(inner));

        // The hash table and the lower sort; the upper sort begins when the table is gone.
        Assert.Equal(265_536 + 80, outer.Profile().WorkingSetBytes.Value);
    }

    [Fact]
    public void InnerPages_VisitedOften_CountAsStructure()
    {
        var join = new Op("Nested Loop", 100).Joining(Make.SeqScan("a", 10_000, 50), Make.SeqScan("b", 100, 30));

        var profile = join.Profile();

        Assert.Equal(30 * 8192, profile.WorkingSetBytes.Value);
    }

    [Fact]
    public void InnerPages_VisitedOnce_OnlyUpperIndexLevelsCount()
    {
        var lookup = Make.Lookup("b");
        var profile = new Op("Nested Loop", 100).Joining(Make.SeqScan("a", 100_000, 500), lookup).Profile();

        // 100,000 look-ups touch 500 leaves at least; their upper levels are 5 pages.
        Assert.Equal(5 * 8192, profile.WorkingSetBytes.Value);
    }

    private static Op Sort(double rows, double width) =>
        new Op("Sort", rows, width).Actual(rows).Under(Make.SeqScan("a", rows, 10, width).Actual(rows));
}
