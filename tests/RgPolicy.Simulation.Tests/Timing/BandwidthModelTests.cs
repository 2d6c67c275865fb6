using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Tests.Timing;

public sealed class BandwidthModelTests
{
    private static readonly MemoryModel Memory = new();

    private static readonly DomainModel Domain = new(
        0,
        0,
        20,
        45056,
        [.. Enumerable.Range(0, 22).Select(core => ImmutableArray.Create(core, core + 22))]
    );

    [Fact]
    public void Solve_OneCoreReadsInSequence_GetsDepthTimesLinePerLatency()
    {
        var group = Scan(1, 100);

        BandwidthModel.Solve([group], Memory);

        Assert.Equal(14 * 64 / 80e-9, group.Rate * 1e9, 0.05 * 14 * 64 / 80e-9);
    }

    [Fact]
    public void Solve_ManyReaders_NeverExceedTheMemory()
    {
        var group = Scan(44, 100);

        var use = BandwidthModel.Solve([group], Memory);

        Assert.InRange(use, 0.9, 1);
        Assert.InRange(group.Rate * 1e9, 0.9 * 64e9, 64e9);
    }

    [Fact]
    public void Solve_ThrottledPool_StaysBelowItsPart()
    {
        var (free, throttled) = (Scan(10, 100), Scan(10, 20));

        BandwidthModel.Solve([free, throttled], Memory);

        Assert.InRange(throttled.Rate * 1e9, 0, 0.2 * 64e9 * 1.0001);
        Assert.True(free.Rate > throttled.Rate);
    }

    private static LoadGroup Scan(int threads, int percent)
    {
        var load = PhaseLoad.Of(new MixPhase { StreamedBytes = 1e9 }, Memory);
        var group = new LoadGroup(load, Domain, Domain.FullMask, new Share(1, 1, percent), threads, Domain.AllCpus)
        {
            Count = 1,
        };
        group.Measure(Memory);
        return group;
    }
}
