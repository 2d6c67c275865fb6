using System.Buffers;
using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Tests.Metrics;

public sealed class MetricsTextTests
{
    [Fact]
    public void Write_HostileLabel_IsEscaped()
    {
        var text = Text(
            new MetricsBuilder().Gauge("rgp_x", "What\nit \\ is.").Sample(0.25, ("pool", "a\"b\\c\nd"), ("state", "on"))
        );

        Assert.Equal(
            "# HELP rgp_x What\\nit \\\\ is.\n# TYPE rgp_x gauge\nrgp_x{pool=\"a\\\"b\\\\c\\nd\",state=\"on\"} 0.25\n",
            text
        );
    }

    [Theory]
    [InlineData(double.PositiveInfinity, "+Inf")]
    [InlineData(double.NegativeInfinity, "-Inf")]
    [InlineData(double.NaN, "NaN")]
    [InlineData(1e21, "1E+21")]
    [InlineData(7, "7")]
    public void Write_Number_IsWrittenAsTheFormatSays(double value, string expected) =>
        Assert.EndsWith(
            $"\nrgp_x_sum {expected}\n",
            Text(new MetricsBuilder().Summary("rgp_x", "X.").Sample("_sum", value)),
            StringComparison.Ordinal
        );

    [Fact]
    public void Write_ManyPairsOfSurrogates_AreWhole()
    {
        var label = string.Concat(Enumerable.Repeat("\U0001F600", 50_000));

        Assert.Equal(
            "# HELP rgp_x X.\n# TYPE rgp_x gauge\nrgp_x{pool=\"" + label + "\"} 1\n",
            Text(new MetricsBuilder().Gauge("rgp_x", "X.").Sample(1, ("pool", label)))
        );
    }

    /// <summary>The families as text.</summary>
    internal static string Text(IEnumerable<MetricFamily> families)
    {
        var written = new ArrayBufferWriter<byte>();
        MetricsText.Write(families, written);
        return Encoding.UTF8.GetString(written.WrittenSpan);
    }

    private static string Text(MetricsBuilder metrics) => Text(metrics.Build());
}
