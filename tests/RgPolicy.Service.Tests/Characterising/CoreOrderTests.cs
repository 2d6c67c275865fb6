using RgPolicy.Host.Facts;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>Which processors come first.</summary>
public sealed class CoreOrderTests
{
    // Two sockets of two cores with two threads each, numbered as kernels do.
    private static readonly Topology TwoSockets = new([0, 1, 2, 3, 4, 5, 6, 7], [])
    {
        Cores = [new(0, [0, 4]), new(1, [1, 5]), new(0, [2, 6]), new(1, [3, 7])],
    };

    [Theory]
    [InlineData(1, "0")]
    [InlineData(2, "0,2")]
    [InlineData(3, "0,1,2")]
    [InlineData(4, "0,1,2,3")]
    [InlineData(6, "0,1,2,3,4,6")]
    public void First_SoMany_FillsTheFirstSocketThenTheNextAndSecondThreadsLast(int count, string cpus) =>
        Assert.Equal(cpus, string.Join(',', CoreOrder.First(TwoSockets, count)));

    [Fact]
    public void First_HostThatShowsNoCores_TakesThemInOrder() =>
        Assert.Equal([3, 5], CoreOrder.First(new Topology([3, 5, 9], []), 2).ToArray());
}
