using RgPolicy.Engine.Classify.Index;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Tests.Signals.Scales;

public sealed class RankSetTests
{
    private const int Ranks = 140;

    [Fact]
    public void Operations_DrawnSets_AreThoseOfSets()
    {
        var random = new Random(3);
        for (var round = 0; round < 300; round++)
        {
            var (left, plainLeft) = Draw(random);
            var (right, plainRight) = Draw(random);
            var all = Enumerable.Range(0, Ranks).ToList();

            AssertIs(plainLeft, left);
            AssertIs(plainLeft.Union(plainRight), RankSet.Union([left, right]));
            AssertIs(plainLeft.Intersect(plainRight), left.Intersect(right, Ranks));
            AssertIs(all.Except(plainLeft), left.Complement(Ranks));
            var test = new RankTest(new Requirement(0, left, 0, null));
            Assert.All(all, rank => Assert.Equal(plainLeft.Contains(rank), test.Holds(rank)));
            Assert.False(test.Holds(Slots.Unknown));
        }
    }

    private static void AssertIs(IEnumerable<int> expected, RankSet actual)
    {
        var plain = expected.Order().ToList();
        Assert.Equal(plain, actual.Ranks);
        Assert.Equal(plain.Count, actual.Count);
        Assert.All(
            actual.Ranges.Zip(actual.Ranges.Skip(1)),
            pair => Assert.True(pair.First.High + 1 < pair.Second.Low)
        );
    }

    private static (RankSet Set, HashSet<int> Plain) Draw(Random random)
    {
        var ranges = Enumerable
            .Range(0, random.Next(0, 5))
            .Select(_ => random.Next(Ranks))
            .Select(low => (Low: low, High: Math.Min(Ranks - 1, low + random.Next(-1, 30))))
            .ToList();
        return (
            RankSet.Union(ranges.Select(range => RankSet.Between(range.Low, range.High))),
            [.. ranges.SelectMany(range => Enumerable.Range(range.Low, Math.Max(0, range.High - range.Low + 1)))]
        );
    }
}
