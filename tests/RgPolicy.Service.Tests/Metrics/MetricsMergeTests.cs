using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Tests.Metrics;

public sealed class MetricsMergeTests
{
    [Fact]
    public void Write_TwoTargets_HasEachFamilyOnceAndEachSampleWithItsTarget()
    {
        var first = "# HELP rgp_turns_total Turns.\n# TYPE rgp_turns_total counter\nrgp_turns_total 5\n"
            + "# HELP rgp_queries Queries.\n# TYPE rgp_queries gauge\nrgp_queries{pool=\"a b\"} 1\n";
        var second = "# HELP rgp_queries Queries.\n# TYPE rgp_queries gauge\nrgp_queries{pool=\"c\"} 2\nrgp_queries{pool=\"d\"} 3\n"
            + "# HELP rgp_turns_total Turns.\n# TYPE rgp_turns_total counter\nrgp_turns_total 7\n";

        Assert.Equal(
            "# HELP rgp_turns_total Turns.\n# TYPE rgp_turns_total counter\nrgp_turns_total{target=\"x\"} 5\nrgp_turns_total{target=\"y\"} 7\n"
            + "# HELP rgp_queries Queries.\n# TYPE rgp_queries gauge\nrgp_queries{target=\"x\",pool=\"a b\"} 1\nrgp_queries{target=\"y\",pool=\"c\"} 2\nrgp_queries{target=\"y\",pool=\"d\"} 3\n",
            Merge(("x", first), ("y", second)));
    }

    [Fact]
    public void Write_FamilyOfTheProcess_IsThereOnceWithoutTarget()
    {
        const string Memory = "# HELP rgp_memory_bytes M.\n# TYPE rgp_memory_bytes gauge\nrgp_memory_bytes 5\n";

        Assert.Equal(Memory, Merge(("x", Memory), ("y", Memory)));
    }

    [Fact]
    public void Write_TargetThatCannotBegin_IsDown() => Assert.Contains(
        "\nrgp_target_up{target=\"x\"} 0\n", Merge(("x", "{\"error\":\"no server\"}")), StringComparison.Ordinal);

    private static string Merge(params (string Target, string Text)[] documents) =>
        MetricsMerge.Write(documents).ToText();
}
