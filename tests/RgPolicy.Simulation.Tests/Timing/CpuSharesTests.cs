using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Tests.Timing;

public sealed class CpuSharesTests
{
    private static readonly DomainModel Domain = new(
        0,
        0,
        20,
        45056,
        [
            [0, 4],
            [1, 5],
            [2, 6],
            [3, 7],
        ]
    );

    [Fact]
    public void Divide_ThreadsThatHaveCoresOfTheirOwn_AreNotSlowed()
    {
        var group = Group(0, 1, 4);

        CpuShares.Divide([group], Domain, new MemoryModel());

        Assert.Equal((1.0, 1.0), (group.CpuPart, group.Crowding));
    }

    [Fact]
    public void Divide_TwoThreadsOnEachCore_DoTogetherWhatSmtGains()
    {
        var group = Group(0, 1, 8);

        CpuShares.Divide([group], Domain, new MemoryModel());

        Assert.Equal(2 / 1.25, group.Crowding, 6);
    }

    [Fact]
    public void Divide_TooManyThreads_ByWeight()
    {
        var (protectedPool, throttled) = (Group(0, 1, 20), Group(1, 0.25, 20));

        CpuShares.Divide([protectedPool, throttled], Domain, new MemoryModel());

        Assert.Equal(8, (protectedPool.CpuPart + throttled.CpuPart) * 20, 6);
        Assert.Equal(4, protectedPool.CpuPart / throttled.CpuPart, 6);
    }

    [Fact]
    public void Divide_WhoWantsLess_LeavesTheRest()
    {
        var (few, many) = (Group(0, 1, 1), Group(1, 0.05, 20));

        CpuShares.Divide([few, many], Domain, new MemoryModel());

        Assert.Equal((1.0, 7 / 20.0), (few.CpuPart, many.CpuPart));
    }

    [Fact]
    public void Divide_TwoPoolsOnTheSameHalf_HalveIt()
    {
        var (one, other, free) = (Group(1, 1, 4, 0, 1), Group(2, 1, 4, 0, 1), Group(3, 1, 4, 2, 3));

        CpuShares.Divide([one, other, free], Domain, new MemoryModel());

        Assert.Equal((0.5, 0.5, 1.0), (one.CpuPart, other.CpuPart, free.CpuPart));
    }

    [Fact]
    public void Divide_WhoMayRunElsewhere_LeavesTheCoresOfWhoMayNot()
    {
        var (confined, free) = (Group(1, 1, 4, 0, 1), Group(2, 1, 4));

        CpuShares.Divide([confined, free], Domain, new MemoryModel());

        Assert.Equal((1.0, 1.0), (confined.CpuPart, free.CpuPart));
    }

    [Theory]
    [InlineData(2, 1.0)]
    [InlineData(3, 3 / 2.25)]
    [InlineData(4, 1.6)]
    [InlineData(9, 1.6)]
    public void Divide_ConfinedToTwoCores_TwoThreadsOnACoreSlowEachOther(int threads, double crowding)
    {
        var group = Group(1, 1, threads, 0, 1);

        CpuShares.Divide([group], Domain, new MemoryModel());

        Assert.Equal(crowding, group.Crowding, 6);
    }

    [Fact]
    public void Divide_ChainOfSetsThatOverlap_IsWeightedMaxMin()
    {
        // Cores 0 and 1 for one, 1 and 2 for the next, 2 and 3 for the last: 8 CPUs for 12 threads.
        var groups = new[] { Group(1, 1, 4, 0, 1), Group(2, 1, 4, 1, 2), Group(3, 1, 4, 2, 3) };

        CpuShares.Divide(groups, Domain, new MemoryModel());

        Assert.All(groups, group => Assert.Equal(8 / 3.0 / 4, group.CpuPart, 6));
    }

    [Fact]
    public void Divide_DrawnSetsAndWeights_IsTheFairShareOfEverySubset()
    {
        var random = new Random(7);
        for (var round = 0; round < 500; round++)
        {
            var groups = Enumerable
                .Range(1, random.Next(1, 7))
                .Select(pool =>
                {
                    var first = random.Next(4);
                    return Group(pool, random.Next(1, 100) / 20.0, random.Next(1, 12), first, random.Next(first, 4));
                })
                .ToArray();

            CpuShares.Divide(groups, Domain, new MemoryModel());

            Assert.All(groups.Zip(Reference(groups)), pair => Assert.Equal(pair.Second, Given(pair.First), 6));
        }
    }

    // All get more by weight until some subset of the pools has used up what all of it may run on: every subset is
    // asked.
    private static double[] Reference(LoadGroup[] pools)
    {
        var (given, open) = (new double[pools.Length], new HashSet<int>(Enumerable.Range(0, pools.Length)));
        var subsets = Enumerable
            .Range(1, (1 << pools.Length) - 1)
            .Select(bits => MembersOf(bits, pools.Length))
            .ToList();
        double Left(int[] subset) => CpusOf(subset, pools) - subset.Sum(pool => given[pool]);
        while (open.Count > 0)
        {
            var step = subsets
                .Where(subset => subset.Any(open.Contains))
                .Min(subset => Left(subset) / subset.Where(open.Contains).Sum(pool => WeightOf(pools[pool])));
            step = open.Select(pool => (Wanted(pools[pool]) - given[pool]) / WeightOf(pools[pool])).Append(step).Min();
            foreach (var pool in open)
                given[pool] += step * WeightOf(pools[pool]);
            open.RemoveWhere(pool => given[pool] >= Wanted(pools[pool]) - 1e-9);
            open.ExceptWith(subsets.Where(subset => Left(subset) < 1e-9).SelectMany(subset => subset).ToList());
        }

        return given;
    }

    private static int[] MembersOf(int bits, int count) =>
        [.. Enumerable.Range(0, count).Where(pool => (bits >> pool & 1) != 0)];

    private static int CpusOf(int[] subset, LoadGroup[] pools) =>
        Enumerable.Range(0, 8).Count(cpu => subset.Any(pool => pools[pool].Cpus.Contains(cpu)));

    private static double Wanted(LoadGroup pool) => Math.Min(pool.Threads, pool.Cpus.Count);

    private static double Given(LoadGroup group) => group.CpuPart * group.Threads * group.Count;

    private static LoadGroup Group(int pool, double weight, int threads, int firstCore = 0, int lastCore = 3) =>
        new(
            PhaseLoad.Of(new MixPhase { CpuSeconds = 1 }, new MemoryModel()),
            Domain,
            1,
            new Share(pool, weight, 100),
            threads,
            CpuSet.Of(Domain.CpusOfCores, cpu => cpu % 4 >= firstCore && cpu % 4 <= lastCore)
        )
        {
            Count = 1,
        };

    private static double WeightOf(LoadGroup group) => group.Share.Weight ?? 1;
}
