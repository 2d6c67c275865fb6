using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

public sealed class PoolAffinityTests
{
    [Fact]
    public void Of_ProcessorGroupsThatAreNotFull_CountsFromEachGroupsFirstScheduler()
    {
        var pools = PoolAffinity.Of(
            [(7, 0, 0b11UL), (7, 1, 0b101UL), (8, 1, 1UL << 39)],
            new Dictionary<int, int> { [0] = 0, [1] = 40 }
        );

        Assert.Equal([0, 1, 40, 42], pools[7]);
        Assert.Equal([79], pools[8]);
    }

    [Fact]
    public void Of_FullGroups_Have64SchedulersEach() =>
        Assert.Equal(
            [63, 64, 127],
            PoolAffinity.Of([(7, 0, 1UL << 63), (7, 1, 1UL | 1UL << 63)], new Dictionary<int, int>())[7]
        );
}
