using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Tests.Timing;

public sealed class PhaseLoadTests
{
    [Fact]
    public void Of_StructureThatFitsTheCoresOwnCache_NeedsNoOther() =>
        Assert.Equal(0, Load(new MixStructure(64 * 1024, 1e6, 0, false)).Accesses, 6);

    [Fact]
    public void Of_LargeStructure_ReachesTheLastLevelCache() =>
        Assert.InRange(Load(new MixStructure(1e9, 1e6, 0, false)).Accesses, 0.99e6, 1e6);

    [Theory]
    [InlineData(0.5)]
    [InlineData(1.0)]
    [InlineData(1.5)]
    public void Of_SkewedStructure_KeepsItsLinesAndAccesses(double skew)
    {
        var load = PhaseLoad.Of(
            new MixPhase { Structures = [new MixStructure(64e6, 1e6, skew, false)] },
            new MemoryModel { L2Bytes = 0 }
        );

        Assert.Equal(1e6, load.Buckets.Sum(each => each.Lines), 1);
        Assert.Equal(1e6, load.Accesses, 1);
        Assert.True(
            load.Buckets[0].Accesses / load.Buckets[0].Lines > 100 * load.Buckets[^1].Accesses / load.Buckets[^1].Lines
        );
    }

    private static PhaseLoad Load(MixStructure structure) =>
        PhaseLoad.Of(new MixPhase { Structures = [structure] }, new MemoryModel());
}
