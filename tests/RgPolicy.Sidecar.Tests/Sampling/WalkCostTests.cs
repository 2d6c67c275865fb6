using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Sampling;

namespace RgPolicy.Sidecar.Tests.Sampling;

public sealed class WalkCostTests
{
    [Fact]
    public void Of_ProcessOfManyPages_CountsThoseInMemoryAndThoseSwappedOut() =>
        Assert.Equal(0.5 * 300_000, WalkCost.Of(["Name:\tpostgres", "VmRSS:\t  800000 kB", "VmSwap:\t 400000 kB"]), 3);

    [Fact]
    public void Of_FewPagesFarApart_CountsTheEntriesBetweenThem() =>
        Assert.InRange(WalkCost.Of(["VmRSS:\t  131072 kB", "VmPTE:\t  131376 kB"]), 60_000, 80_000);

    [Theory]
    [InlineData("")]
    [InlineData("VmRSS:")]
    [InlineData("VmRSS:\t-5 kB")]
    [InlineData("VmRSS:\t99999999999999999999999 kB")]
    public void Of_LinesThatTellNothing_IsNothing(string line) => Assert.Equal(0, WalkCost.Of([line]));

    [Fact]
    public void Of_ThisProcess_IsMoreThanNothing() =>
        Assert.True(WalkCost.Of(FileRoot.Machine, Environment.ProcessId) > 100);
}
