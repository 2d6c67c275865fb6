using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Tests.Mixes;

public sealed class PlannedMixTests
{
    private const string Aggregate = """
        [ { "Plan": { "Node Type": "Aggregate", "Strategy": "Hashed", "Plan Rows": 100000, "Plan Width": 40,
            "Startup Cost": 200000, "Total Cost": 201000, "Plans": [
              { "Node Type": "Seq Scan", "Parent Relationship": "Outer", "Relation Name": "sales", "Startup Cost": 0,
                "Total Cost": 150000, "Plan Rows": 5000000, "Plan Width": 16 } ] } } ]
        """;

    [Fact]
    public void Of_HashAggregateOverAScan_StreamsTheTableAndLooksUpTheGroups()
    {
        var query = Assert.Single(Of(Aggregate)?.Queries ?? []);

        var phase = Assert.Single(query.Phases);
        Assert.Equal("1 q aggregation", query.Name);
        Assert.Equal(PlanShape.Aggregation, query.Shape);
        Assert.True(phase.StreamedBytes > 1e8, $"{phase}");
        Assert.True(Assert.Single(phase.Structures).Bytes > 4e6, $"{phase}");
        Assert.InRange(phase.CpuSeconds, 0.1, 10);
    }

    [Fact]
    public void Of_ExtremeEstimates_StayWithinWhatAMixMayHave()
    {
        var plan = Aggregate.Replace("100000", "1e300", StringComparison.Ordinal);

        var phase = Assert.Single(Of(plan.Replace("5000000", "1e300", StringComparison.Ordinal))?.Queries ?? []).Phases[
            0
        ];

        Assert.True(phase.Footprint <= 64.0 * 1024 * 1024 * 1024 * 1024, $"{phase}");
        Assert.True(double.IsFinite(phase.CpuSeconds) && phase.StreamedBytes <= 1e18, $"{phase}");
    }

    [Theory]
    [InlineData("{ \"queries\": [] }")]
    [InlineData("no plan")]
    public void Of_NoPlan_IsNoMix(string document) => Assert.Null(Of(document));

    private static Mix? Of(string document) =>
        PlannedMix.Of([("q", PlanReader.Read(document, new PlanReaderOptions()))], 44);
}
