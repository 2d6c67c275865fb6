using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Tests.Reactions;

public sealed class DurationHistogramTests
{
    [Fact]
    public void Quantile_AnyDurations_IsWithinThreeAndAHalfPercentOfTheExactOne() =>
        Prop.ForAll(
                Gen.Choose(1, 100_000_000).NonEmptyListOf().ToArbitrary(),
                microseconds =>
                {
                    var histogram = new DurationHistogram();
                    foreach (var each in microseconds)
                        histogram.Add(TimeSpan.FromMicroseconds(each));

                    var sorted = microseconds.Order().ToList();
                    foreach (var share in new[] { 0.01, 0.5, 0.95, 0.99, 1.0 })
                    {
                        double exact = sorted[
                            Math.Clamp((int)Math.Ceiling(share * sorted.Count) - 1, 0, sorted.Count - 1)
                        ];
                        var told = histogram.Quantile(share)?.TotalMicroseconds ?? 0;
                        Assert.InRange(told, exact, (exact * 1.035) + 1);
                    }

                    Assert.Equal(sorted.Count, histogram.Count);
                    Assert.Equal(sorted[^1], histogram.Maximum.TotalMicroseconds);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Quantile_Nothing_IsNull() => Assert.Null(new DurationHistogram().Quantile(0.5));

    [Fact]
    public void Add_BeyondTheRange_IsKeptAtItsEnds()
    {
        var histogram = new DurationHistogram();
        histogram.Add(TimeSpan.FromSeconds(-1));
        histogram.Add(TimeSpan.FromDays(9));

        Assert.Equal(TimeSpan.FromHours(1), histogram.Quantile(1));
    }
}
