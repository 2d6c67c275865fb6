using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class CacheLayoutTests
{
    // Two pools, a part behind them and the lowest pool's place between.
    [Fact]
    public void For_PoolsOfAnotherPolicy_AreKnownByTheirNames()
    {
        var before = new PolicyBuilder().Pool("a").Pool("b").Default("a").Build().Pools;
        var now = new PolicyBuilder().Pool("new").Pool("b").Pool("a").Default("a").Build().Pools;
        var layout = new CacheLayout([Class(1, 0), Class(2, 1, 2, 3), Class(3, 2), Class(4, 3)], []);

        var after = layout.For(before, now);

        Assert.Equal(
            ["1: 2", "2: 1"],
            after.Classes.Select(item => $"{item.Number}: {string.Join(' ', item.Pools)}"),
            StringComparer.Ordinal
        );
        Assert.Empty(layout.For([], now).Classes);
    }

    private static ServiceClass Class(int number, params int[] pools) => new(number, [.. pools], 2, false, 100, [3]);
}
