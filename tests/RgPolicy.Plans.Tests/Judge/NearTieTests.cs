using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Judge;

public class NearTieTests
{
    /// <summary>The scan reads 1,000,000 rows and the small table; both joins together take the part
    /// and the small tables.</summary>
    [Theory]
    [InlineData(0.2, PlanShape.Scan)]
    [InlineData(0.75, PlanShape.Scan)]
    [InlineData(0.85, PlanShape.Join)]
    [InlineData(1.0, PlanShape.Join)]
    [InlineData(1.2, PlanShape.Join)]
    [InlineData(1.6, PlanShape.Join)]
    public void StarOfTwoSmallTables_IsAJoinFromFourFifthsOfTheScanOn(double part, PlanShape shape)
    {
        var profile = Star(part).Profile();

        Assert.Equal(shape, profile.Shape);
        Assert.Equal(
            part is > 0.8 and < 1.25,
            profile.Reason.Contains("weigh about the same", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Scan_WithOneSmallTable_IsAScan()
    {
        var profile = Make.HashJoin(Make.SeqScan("fact", 1_000_000, 9_000), Make.SeqScan("dimension", 1_000, 10))
            .Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal(PlanShape.Join, profile.RunnerUp);
        Assert.Contains("nothing that counts stays in the cache", profile.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void MergeJoins_KeepNothing_SoReadingDecides()
    {
        var lower = new Op("Merge Join", 100_000, 16, 1, 1_000).Joining(
            Make.SeqScan("a", 500_000, 5_000),
            Make.SeqScan("b", 500_000, 5_000)
        );
        var upper = new Op("Merge Join", 1, 16, 1, 2_000).Joining(lower, Make.SeqScan("c", 1_000, 10));

        Assert.Equal(PlanShape.Scan, upper.Profile().Shape);
    }

    [Fact]
    public void JoinsAndGroups_TheLargerTableDecides()
    {
        // Joins take 800,000 x 4 rows with a build side of megabytes, the groups 1,000,000 x 3 rows into a few of them.
        var join = Make.HashJoin(
            Make.SeqScan("fact", 700_000, 9_000),
            Make.SeqScan("dimension", 100_000, 1_000),
            1_000_000
        );
        var groups = new Op("Aggregate", 10, 16, 1_000, 2_000).Set("Strategy", "Hashed").Under(join.As("Outer"));

        var profile = groups.Profile();

        Assert.Equal(PlanShape.Join, profile.Shape);
        Assert.Equal(PlanShape.Aggregation, profile.RunnerUp);
    }

    /// <summary>The first join takes what a filter lets through of the fact table, the second what is left.</summary>
    private static Op Star(double part)
    {
        var passed = Math.Min(1, part) * 1_000_000;
        var fact = Make.SeqScan("fact", passed, 9_000)
            .Set("Filter", "(x = 1)")
            .Set("Rows Removed by Filter", 1_000_000 - passed)
            .Actual(passed);
        var second = Math.Max(1, (part - 1) * 1_000_000);
        return Measured(Measured(fact, second), 1);
    }

    private static Op Measured(Op probe, double rows) =>
        new Op("Hash Join", rows)
            .Actual(rows)
            .Joining(probe, new Op("Hash", 100).Actual(100).Under(Make.SeqScan("d", 100, 2).Actual(100)));
}
