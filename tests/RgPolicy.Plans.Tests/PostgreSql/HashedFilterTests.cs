using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

/// <summary>
/// EXISTS (a) OR EXISTS (b) that the planner answers by two hash tables: it charges each row for two
/// look-ups, which do not take place.
/// </summary>
public class HashedFilterTests
{
    [Theory]
    [InlineData("((hashed SubPlan 2) OR (hashed SubPlan 4))")]
    [InlineData("((ANY (c.sk = (hashed SubPlan 2).col1)) OR (ANY (c.sk = (hashed SubPlan 4).col1)))")]
    public void Lookups_RowsAreThoseThatTheSubPlansLetThrough_NotTheirCost(string filter)
    {
        // 4,591 look-ups of one customer, each priced with 80,000 units for the sub-plans that were not chosen.
        var lookup = new Op("Index Scan", 1, 8, 0.3, 80_000)
            .On("customer")
            .Set("Index Cond", "(sk = x)")
            .Set("Index Name", "customer_pkey")
            .Set("Filter", filter)
            .As("Inner")
            .Under(Hashed(2, 700_000), Hashed(4, 1_400_000));
        var join = new Op("Nested Loop", 3_443, 16, 1, 1_000_000).Joining(Make.SeqScan("address", 4_591, 60), lookup);

        var profile = join.Profile();

        Assert.InRange((double)profile.RandomAccesses.Value!, 4_591, 2 * 4_591);
        Assert.NotEqual(PlanShape.Oltp, profile.Shape);
    }

    [Fact]
    public void Scan_ThatPaysForSubPlansNotChosen_RowsAndPagesAreOfWhatIsLetThrough()
    {
        var scan = new Op("Seq Scan", 75_000, 8, 0, 100_000 * 80)
            .On("customer")
            .Set("Filter", "((hashed SubPlan 2) OR (hashed SubPlan 4))")
            .Under(Hashed(2, 7_000), Hashed(4, 14_000));

        var profile = scan.Profile();

        Assert.InRange((double)profile.RowsTouched.Value!, 190_000, 210_000);
        Assert.InRange((double)profile.StreamedBytes.Value!, 500 * 8192, 2_500 * 8192);
    }

    [Fact]
    public void Scan_WithOtherConditionsToo_IsBetweenTheLeastAndWhatTheCostHasRoomFor()
    {
        var scan = new Op("Seq Scan", 50, 8, 0, 2_000)
            .On("t")
            .Set("Filter", "((NOT (hashed SubPlan 1)) AND (a = 1))")
            .Under(Hashed(1, 10));

        Assert.InRange((double)scan.Profile().RowsTouched.Value!, 1_000, 10_000);
    }

    [Fact]
    public void Scan_WhoseTableTheCatalogKnows_RowsAreTheCatalogs()
    {
        var scan = new Op("Seq Scan", 75_000, 8, 0, 8_000_000)
            .On("customer")
            .Set("Filter", "(hashed SubPlan 2)")
            .Under(Hashed(2, 7_000));
        var options = Make.Options with
        {
            Relations = new Dictionary<string, RelationFigures>(StringComparer.Ordinal)
            {
                ["customer"] = new(100_000, 2_000),
            },
        };

        var profile = Assert.Single(PlanReader.Read(scan.Document(), options).Statements).Profile;

        Assert.Equal(100_000 + 7_000 + 75_000, profile.RowsTouched.Value);
    }

    private static Op Hashed(int number, double rows) =>
        Make.SeqScan($"sales{number}", rows, rows / 60, 4)
            .Set("Parent Relationship", "SubPlan")
            .Set("Subplan Name", $"SubPlan {number}");
}
