using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Tests.Metrics;

namespace RgPolicy.Service.Tests.Status.Mapping;

public sealed class MetricsMergeTests
{
    [Fact]
    public void Merge_TwoTargets_HasEachFamilyOnceAndEachSampleWithItsTarget()
    {
        var first = new MetricsBuilder()
            .Counter("rgp_turns_total", "Turns.")
            .Sample(5)
            .Gauge("rgp_queries", "Queries.")
            .Sample(1, ("pool", "a b"));
        var second = new MetricsBuilder()
            .Gauge("rgp_queries", "Queries.")
            .Sample(2, ("pool", "c"))
            .Sample(3, ("pool", "d"))
            .Counter("rgp_turns_total", "Turns.")
            .Sample(7);

        Assert.Equal(
            "# HELP rgp_turns_total Turns.\n# TYPE rgp_turns_total counter\nrgp_turns_total{target=\"x\"} "
                + "5\nrgp_turns_total{target=\"y\"} 7\n"
                + "# HELP rgp_queries Queries.\n# TYPE rgp_queries gauge\nrgp_queries{target=\"x\",pool=\"a b\"} "
                + "1\nrgp_queries{target=\"y\",pool=\"c\"} 2\nrgp_queries{target=\"y\",pool=\"d\"} 3\n",
            Merge(("x", first.Build()), ("y", second.Build()))
        );
    }

    [Fact]
    public void Merge_Summary_KeepsTheNamesOfSumAndCount() =>
        Assert.EndsWith(
            "\nrgp_s{target=\"x\",quantile=\"0.5\"} 1\nrgp_s_count{target=\"x\"} 3\n",
            Merge(
                (
                    "x",
                    new MetricsBuilder()
                        .Summary("rgp_s", "S.")
                        .Sample(1, ("quantile", "0.5"))
                        .Sample("_count", 3)
                        .Build()
                )
            ),
            StringComparison.Ordinal
        );

    [Fact]
    public void Merge_FamilyOfTheProcess_IsThereOnceWithoutTarget()
    {
        var memory = new MetricsBuilder().Gauge("rgp_memory_bytes", "M.").Sample(5).Build();

        Assert.Equal(MetricsTextTests.Text(memory), Merge(("x", memory), ("y", memory)));
    }

    [Fact]
    public void Merge_TargetThatCannotBegin_IsDown() =>
        Assert.Contains("\nrgp_target_up{target=\"x\"} 0\n", Merge(("x", null)), StringComparison.Ordinal);

    private static string Merge(params (string Target, IReadOnlyList<MetricFamily>? Families)[] targets) =>
        MetricsTextTests.Text(MetricsMerge.Merge(targets));
}
