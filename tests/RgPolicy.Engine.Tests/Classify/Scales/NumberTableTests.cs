using RgPolicy.Engine.Classify.Scales;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Tests.Classify.Scales;

public sealed class NumberTableTests
{
    private static readonly int Rows = SignalCatalog.Get("plan.rows").Ordinal;
    private static readonly int Cost = SignalCatalog.Get("plan.cost").Ordinal;

    // Bounds that doubles cannot tell apart, long runs in one cell, negative, huge and fractional ones.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Rank_AnyNumbers_AgreesWithDecimals(int seed)
    {
        var random = new Random(seed);
        for (var round = 0; round < 300; round++)
        {
            var scale = new NumberScale(Enumerable.Range(0, random.Next(1, 60)).Select(_ => Draw(random)));
            var other = new NumberScale(Enumerable.Range(0, random.Next(1, 9)).Select(_ => (decimal)random.Next(0, 100)));
            var table = new NumberTable([(Rows, scale), (Cost, other)]);
            for (var question = 0; question < 200; question++)
            {
                var value = random.Next(3) == 0 ? scale.Bounds[random.Next(scale.Bounds.Length)] + Tiny(random) : Draw(random);
                var values = new SignalValues { [Rows] = SignalValue.Of(value), [Cost] = SignalValue.Of(value) };
                var ranks = new int[2];

                table.Rank(1UL << Rows | 1UL << Cost, values, ranks);

                Assert.Equal([scale.RankOf(value, 0), other.RankOf(value, 0)], ranks);
            }
        }
    }

    [Fact]
    public void Rank_OneOfTwo_LeavesTheOther()
    {
        var scale = new NumberScale([10m]);
        var ranks = new[] { 7, 7 };

        new NumberTable([(Rows, scale), (Cost, scale)]).Rank(
            1UL << Cost, new SignalValues { [Rows] = SignalValue.Of(10), [Cost] = SignalValue.Of(10) }, ranks);

        Assert.Equal([7, 1], ranks);
    }

    private static decimal Draw(Random random) => random.Next(6) switch
    {
        0 => random.Next(-5, 130),
        1 => (random.Next(1, 1_000) / 7m) + Tiny(random),
        2 => 9_007_199_254_740_993m + random.Next(0, 4),
        3 => -(decimal)random.NextInt64(1, long.MaxValue),
        4 => decimal.MaxValue - random.Next(0, 3),
        _ => random.NextInt64(0, 1_000_000) * 1_000,
    };

    private static decimal Tiny(Random random) => random.Next(-2, 3) * 0.0000000000000000001m;
}
