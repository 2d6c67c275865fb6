using RgPolicy.Engine.Classify.Index;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Tests.Signals.Scales;

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
    public void Read_AnyNumbers_HasACellOfEachSetWithTheValueAndTestsAgreeWithDecimals(int seed)
    {
        var random = new Random(seed);
        var cells = new int[1];
        for (var round = 0; round < 300; round++)
        {
            var isWhole = random.Next(4) == 0;
            var scale = new NumberScale(
                Enumerable
                    .Range(0, random.Next(1, random.Next(2, 600)))
                    .Select(_ => isWhole ? random.Next(0, 100) : Draw(random))
            );
            var table = new NumberTable([(Rows, scale)]);
            var ranges = Enumerable.Range(0, 20).Select(_ => DrawRange(scale, random)).ToList();
            for (var question = 0; question < 60; question++)
            {
                var value =
                    random.Next(3) == 0 ? scale.Bounds[random.Next(scale.Bounds.Length)] + Tiny(random) : Draw(random);
                var values = new SignalValues { [Rows] = SignalValue.Of(value) };

                table.Read(1UL << Rows, values, cells);

                foreach (var range in ranges)
                {
                    var set = new NumberSet(scale, scale.SetOf(range));
                    var isInside = range.Contains(value);
                    Assert.Equal(isInside, new NumberTest(Rows, set).Holds(values));
                    Assert.True(!isInside || table.CellsOf(0, set).Ranks.Contains(cells[0]));
                    Assert.True(!isInside || set.Hull.Widened.Contains(values.Keys[Rows]));
                }
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(120)]
    [InlineData(121)]
    [InlineData(5_000)]
    public void CellCount_ManyBounds_IsABytesAndDividesThem(int bounds)
    {
        var random = new Random(bounds);
        var table = new NumberTable([
            (
                Rows,
                new NumberScale(
                    Enumerable.Range(0, bounds).Select(_ => Math.Floor((decimal)(random.NextDouble() * 1e12)))
                )
            ),
        ]);

        Assert.InRange(table.CellCount(0), Math.Min(bounds, 60), 255);
    }

    [Fact]
    public void Read_UnknownAndUnwanted_IsNoCellAndLeftAlone()
    {
        var scale = new NumberScale([10m]);
        var values = new SignalValues { [Rows] = SignalValue.Of(10), [Cost] = SignalValue.Of(10) };
        values[Rows] = SignalValue.Absent;
        var table = new NumberTable([(Rows, scale), (Cost, scale)]);
        var cells = new[] { 7, 7 };

        table.Read(1UL << Rows, values, cells);

        var read = table.Find(Rows);
        Assert.Equal((-1, 7), (cells[read], cells[1 - read]));
        Assert.False(new NumberTest(Rows, new NumberSet(scale, RankSet.Between(0, 2))).Holds(values));
    }

    private static NumberRange DrawRange(NumberScale scale, Random random)
    {
        var (first, second) = (
            scale.Bounds[random.Next(scale.Bounds.Length)],
            scale.Bounds[random.Next(scale.Bounds.Length)]
        );
        return new NumberRange(
            random.Next(3) == 0 ? null : Math.Min(first, second),
            random.Next(3) == 0 ? null : Math.Max(first, second),
            random.Next(2) == 0,
            random.Next(2) == 0,
            random.Next(3) == 0
        );
    }

    private static decimal Draw(Random random) =>
        random.Next(7) switch
        {
            0 => random.Next(-5, 130),
            1 => (random.Next(1, 1_000) / 7m) + Tiny(random),
            2 => 9_007_199_254_740_993m + random.Next(0, 4),
            3 => -(decimal)random.NextInt64(1, long.MaxValue),
            4 => decimal.MaxValue - random.Next(0, 3),
            5 => random.Next(0, 20) * 0.0000000000000000000000000001m,
            _ => random.NextInt64(0, 1_000_000) * 1_000,
        };

    private static decimal Tiny(Random random) => random.Next(-2, 3) * 0.0000000000000000001m;
}
