using RgPolicy.Simulation.Caching;

namespace RgPolicy.Simulation.Tests.Caching;

public sealed class CacheModelTests
{
    private const int Sets = 1024;
    private const ulong All = 0xFFFFF;
    private const ulong Pocket = 0x3;

    [Fact]
    public void Solve_LinesThatFitByFar_AllHit() => Assert.Equal(1, Hits([All], [], Item(0, 0.1))[0], 3);

    [Theory]
    [InlineData(1.0)]
    [InlineData(2.0)]
    [InlineData(10.0)]
    public void Solve_OneUniformStructure_IsTheExpectedPartOfEachSet(double times)
    {
        // Lines in a set are Poisson with mean m; of k lines min(k, w) are there.
        var (mean, expected, chance) = (20 * times, 0.0, Math.Exp(-20 * times));
        for (var lines = 0; lines < 2000; lines++)
        {
            expected += chance * Math.Min(lines, 20) / mean;
            chance *= mean / (lines + 1);
        }

        Assert.Equal(expected, Hits([All], [], Item(0, times))[0], 0.015);
    }

    [Fact]
    public void Solve_ManyItems_IsWhatEachOfThemGetsAlone()
    {
        var random = new Random(3);
        var items = Enumerable
            .Range(0, 60)
            .Select(_ =>
                Item(random.Next(2), 0.001 + (random.NextDouble() * 0.3)) with
                {
                    Rate = Math.Exp(random.NextDouble() * 12),
                }
            )
            .ToArray();

        // The same lines once more in ten parts: what is merged because it is much must answer like what is not.
        var parts = items
            .SelectMany(item => Enumerable.Repeat(item with { Lines = item.Lines / 10, Rate = item.Rate / 10 }, 10))
            .ToArray();
        var (whole, merged) = (Hits([All, Pocket], [1000, 1000], items), Hits([All, Pocket], [1000, 1000], parts));

        Assert.All(Enumerable.Range(0, parts.Length), index => Assert.Equal(whole[index / 10], merged[index], 0.003));
    }

    [Fact]
    public void Solve_PolluterInAPocket_LeavesTheRestAlone()
    {
        var shared = Hits([All], [1000], Item(0, 0.8))[0];
        var apart = Hits([All, Pocket], [0, 1000], Item(0, 0.8))[0];

        Assert.InRange(shared, 0, 0.2);
        Assert.InRange(apart, 0.9, 1);
    }

    [Fact]
    public void Solve_SlowPolluterInAPocket_SharesItsWays() =>
        Assert.True(
            Hits([All, Pocket], [0, 0.0001], Item(0, 0.98))[0]
                > Hits([All, Pocket], [0, 1000], Item(0, 0.98))[0] + 0.005
        );

    [Fact]
    public void Solve_DisjointMasks_KnowNothingOfEachOther()
    {
        var alone = Hits([0xFF], [], Item(0, 0.5))[0];
        var beside = Hits([0xFF, 0xFF00], [0, 5000], Item(0, 0.5))[0];

        Assert.Equal(alone, beside, 9);
    }

    [Fact]
    public void Solve_TableReadInCircles_HitsOnlyWhereItFits()
    {
        Assert.Equal(1, Hits([All], [], new CacheItem(0, Sets * 10, 1, true))[0], 2);
        Assert.Equal(0, Hits([All], [], new CacheItem(0, Sets * 40, 1, true))[0], 2);
    }

    [Fact]
    public void Solve_NothingIsRead_IsNoHarm() => Assert.Equal(1, Hits([All], [], new CacheItem(0, 100, 0, false))[0]);

    private static CacheItem Item(int place, double times) => new(place, Sets * 20 * times, 1, false);

    private static double[] Hits(ulong[] masks, double[] streams, params CacheItem[] items)
    {
        var cache = new CacheModel(Sets, masks);
        streams.CopyTo(cache.Streams);
        var hits = new double[items.Length];
        cache.Solve(items, hits);
        return hits;
    }
}
