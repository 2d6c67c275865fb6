using RgPolicy.Dbms.SqlServer.History;

namespace RgPolicy.Dbms.Tests.SqlServer.History;

/// <summary>The estimated 95th percentile beside the one that is counted out.</summary>
public sealed class TailEstimateTests
{
    private const int Drawn = 4000;

    [Theory]
    [InlineData("log-normal, narrow", 0.05)]
    [InlineData("log-normal, wide", 0.25)]
    [InlineData("exponential", 0.15)]
    [InlineData("uniform", 0.15)]
    [InlineData("always the same", 0.001)]
    public void Of_DrawnTimes_IsNearTheCountedPercentile(string kind, double tolerance)
    {
        var random = new Random(95);
        for (var round = 0; round < 20; round++)
        {
            var times = Enumerable.Range(0, Drawn).Select(_ => Draw(kind, random)).Order().ToArray();
            var counted = times[(int)Math.Ceiling(0.95 * Drawn) - 1];

            var estimated = TailEstimate.Of(Drawn, times.Average(), times.Average(each => each * each), times[^1]);

            Assert.InRange(estimated, counted * (1 - tolerance), counted * (1 + tolerance));
        }
    }

    [Fact]
    public void Of_AnyTimes_IsNeverAboveTheLongestOrBelowZero()
    {
        var random = new Random(96);
        for (var round = 0; round < 2000; round++)
        {
            var times = Enumerable
                .Range(0, random.Next(1, 60))
                .Select(_ => Math.Floor(Math.Exp(random.NextDouble() * 30)) - 1)
                .Order()
                .ToArray();

            var estimated = TailEstimate.Of(
                times.Length,
                times.Average(),
                times.Average(each => each * each),
                times[^1]
            );

            Assert.InRange(estimated, 0, times[^1]);
            if (times.Length < 20)
                Assert.Equal(times[^1], estimated);
        }
    }

    private static double Draw(string kind, Random random) =>
        kind switch
        {
            "log-normal, narrow" => Math.Exp(10 + (0.3 * Normal(random))),
            "log-normal, wide" => Math.Exp(10 + Normal(random)),
            "exponential" => -1e6 * Math.Log(1 - random.NextDouble()),
            "uniform" => 1e6 * random.NextDouble(),
            _ => 4711,
        };

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
