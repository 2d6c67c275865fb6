using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Strategies;

namespace RgPolicy.Engine.Tests.Strategies;

public sealed class DynamicSplitTests
{
    [Fact]
    public void Split_SmallCases_GainsAsMuchAsTheBestOfAllSplits()
    {
        var random = new Random(21);
        for (var round = 0; round < 3000; round++)
        {
            var ways = random.Next(4, 13);
            var demands = RandomDemands(random, random.Next(1, 5), ways, random.Next(0, 3));
            var room = ways - (demands.Any(demand => demand.IsStreaming) ? 2 : 0);
            var fits = demands.Where(demand => !demand.IsStreaming).Sum(demand => demand.Floor) <= room;
            var given = new int[demands.Length];

            DynamicSplit.Split(demands, ways, 2, isShared: false, demands.Length, given);

            Assert.True(given.Sum() <= ways);
            Assert.True(!fits || Math.Abs(BestGain(demands, room) - Gain(demands, given)) < 1e-9);
        }
    }

    // DaMoN'21: sorted by d ascending, p = min(M, d), M = M - p.
    [Fact]
    public void Split_TasksWithoutBounds_IsTheGreedyRuleOfThePaper()
    {
        var sizes = Gen.Choose(1, 60).ListOf().Where(list => list.Count is > 0 and < 12);
        Prop.ForAll(
                Arb.From(from list in sizes from ways in Gen.Choose(2, 64) select (list, ways)),
                pair =>
                {
                    SplitDemand[] demands =
                    [
                        .. pair.list.Select((size, pool) => new SplitDemand(pool, size, size, 0, 64)),
                    ];
                    var given = new int[demands.Length];
                    var left = pair.ways;

                    DynamicSplit.Split(demands, pair.ways, 2, isShared: false, demands.Length, given);

                    for (var index = 0; index < demands.Length; index++)
                    {
                        var wanted = Math.Min(left, demands[index].Ways);
                        Assert.Equal(wanted, Math.Min(given[index], demands[index].Ways));
                        left -= wanted;
                    }

                    Assert.True(demands.Zip(demands.Skip(1)).All(next => next.First.Ways <= next.Second.Ways));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));
    }

    [Fact]
    public void Split_AnyDemands_KeepsFloorsAndCapsAndTheReserve()
    {
        var random = new Random(3);
        for (var round = 0; round < 5000; round++)
        {
            var ways = random.Next(4, 33);
            var demands = RandomDemands(random, random.Next(1, 12), ways, 2);
            var given = new int[demands.Length];
            var mostApart = random.Next(0, 12);

            var reserve = DynamicSplit.Split(demands, ways, 2, random.Next(2) == 0, mostApart, given);

            var sharers = demands.Where((_, index) => given[index] == 0).ToList();
            Assert.True(given.Count(own => own > 0) <= mostApart);
            Assert.True(given.Sum() + (sharers.Count > 0 ? reserve : 0) <= ways);
            Assert.All(sharers, demand => Assert.True(demand.Floor <= reserve));
            Assert.All(
                demands.Zip(given),
                pair =>
                    Assert.True(
                        pair.Second == 0
                            || (
                                pair.Second >= pair.First.Floor
                                && pair.Second <= Math.Max(pair.First.Floor, pair.First.Cap)
                            )
                    )
            );
            Assert.All(demands.Zip(given), pair => Assert.True(!pair.First.IsStreaming || pair.Second == 0));
        }
    }

    private static SplitDemand[] RandomDemands(Random random, int count, int ways, int floor) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(pool =>
                {
                    var size = random.Next(floor == 2 ? 0 : 1, ways + 1);
                    return new SplitDemand(pool, size, size, floor, random.Next(floor, ways + 1));
                }),
        ];

    private static double Gain(SplitDemand[] demands, int[] given) =>
        demands
            .Select((demand, index) => demand.Ways == 0 ? 0 : Math.Min(given[index], demand.Ways) / (double)demand.Ways)
            .Sum();

    private static double BestGain(SplitDemand[] demands, int ways)
    {
        var best = 0.0;
        var given = new int[demands.Length];
        Walk(0, ways);
        return best;

        void Walk(int index, int left)
        {
            if (index == demands.Length)
            {
                best = Math.Max(best, Gain(demands, given));
                return;
            }

            var demand = demands[index];
            for (
                given[index] = demand.IsStreaming ? 0 : demand.Floor;
                given[index] <= Math.Min(left, demand.IsStreaming ? 0 : Math.Max(demand.Floor, demand.Cap));
                given[index]++
            )
                Walk(index + 1, left - given[index]);
        }
    }
}
