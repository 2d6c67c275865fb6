using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Tests.Timing;

public sealed class CpuSharesTests
{
    private static readonly DomainModel Domain = new(0, 0, 20, 45056, 4, 8, new HashSet<int>());

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
        var (favoured, narrowed) = (Group(0, 1, 20), Group(1, 0.25, 20));

        CpuShares.Divide([favoured, narrowed], Domain, new MemoryModel());

        Assert.Equal(8, (favoured.CpuPart + narrowed.CpuPart) * 20, 6);
        Assert.Equal(4, favoured.CpuPart / narrowed.CpuPart, 6);
    }

    [Fact]
    public void Divide_WhoWantsLess_LeavesTheRest()
    {
        var (few, many) = (Group(0, 1, 1), Group(1, 0.05, 20));

        CpuShares.Divide([few, many], Domain, new MemoryModel());

        Assert.Equal((1.0, 7 / 20.0), (few.CpuPart, many.CpuPart));
    }

    private static LoadGroup Group(int pool, double weight, int threads) =>
        new(
            PhaseLoad.Of(new MixPhase { CpuSeconds = 1 }, new MemoryModel()),
            Domain,
            1,
            new Share(pool, weight, 100),
            threads,
            8
        )
        {
            Count = 1,
        };
}
