using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

/// <summary>Reads that a Limit stops, and ranges whose filter leaves little: small is what is read, not what is left.</summary>
public class SmallReadTests
{
    [Theory]
    [InlineData("", 0.04, PlanShape.Oltp)]
    [InlineData("", 140.0, PlanShape.Scan)]
    [InlineData("\"Filter\": \"(status = 'gone'::text)\",", 0.04, PlanShape.Scan)]
    public void TableScan_BelowALimit_IsSmallOnlyWhereEveryRowCounts(string filter, double paid, PlanShape shape)
    {
        var text = FormattableString.Invariant(
            $$$"""[{"Plan": {"Node Type": "Limit", "Startup Cost": 0, "Total Cost": {{{paid}}}, "Plan Rows": 1, "Plan Width": 174, "Plans": [{"Node Type": "Seq Scan", {{{filter}}} "Relation Name": "orders", "Startup Cost": 0, "Total Cost": 14522, "Plan Rows": 400000, "Plan Width": 174}]}}]"""
        );

        Assert.Equal(shape, Assert.Single(PlanReader.Read(text, Make.Options).Statements).Profile.Shape);
    }

    [Theory]
    [InlineData(8.44, true)]
    [InlineData(120, true)]
    [InlineData(3355.76, false)]
    [InlineData(9002.77, false)]
    public void IndexRange_WithAFilter_IsOltpOnlyWhereItsCostPaysForFewRows(double cost, bool isOltp)
    {
        var text = FormattableString.Invariant(
            $$$"""[{"Plan": {"Node Type": "Index Scan", "Relation Name": "orders", "Startup Cost": 0.42, "Total Cost": {{{cost}}}, "Plan Rows": 3, "Plan Width": 8, "Index Cond": "(id > $2)", "Filter": "(note ~~ $1)"}}]"""
        );

        var profile = Assert.Single(PlanReader.Read(text, Make.Options).Statements).Profile;

        Assert.Equal(isOltp, profile.Shape == PlanShape.Oltp);
    }
}
