using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Tests.Levers;

public sealed class SchemataTests
{
    [Fact]
    public void Mask_AnyWays_EqualsSettingBitByBit() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<(byte Ways, byte First, byte Count, byte Least)>(),
                input =>
                {
                    var ways = 1 + (input.Ways % 64);
                    var first = input.First % 66;
                    var count = input.Count % 66;
                    var facts = Facts(ways, 1 + (input.Least % 4));
                    var reference = 0UL;
                    for (var bit = first; bit < first + count && bit < 64; bit++)
                        reference |= 1UL << bit;

                    var possible = count >= facts.LeastBits && first + count <= ways;
                    var mask = Schemata.Mask(facts, first, count, out var problem);
                    return mask == (possible ? reference : null) && (problem.Length == 0) == possible;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Parse_KernelText_ValuesByResourceAndDomain()
    {
        var parsed = CacheValues.Parse("    MB:0=100;1=50\n    L3:0=0ffff;8=3\n garbage\n").Resources;

        Assert.Equal(50UL, parsed["MB"][1]);
        Assert.Equal(0xffffUL, parsed["L3"][0]);
        Assert.Equal([0, 8], parsed["L3"].Keys);
    }

    [Fact]
    public void Line_Domains_EndsAsTheKernelWantsIt() =>
        Assert.Equal(
            "L3:0=3;200=f\n",
            CacheValues.Line("L3", ImmutableSortedDictionary<int, ulong>.Empty.Add(0, 3).Add(200, 15))
        );

    [Theory]
    [InlineData(1, 0.2, "cpu.shares", "205")]
    [InlineData(1, 0.0, "cpu.shares", "2")]
    [InlineData(1, 1.0, "cpu.shares", "1024")]
    [InlineData(2, 0.05, "cpu.weight", "5")]
    [InlineData(2, 0.001, "cpu.weight", "1")]
    public void Weight_Share(int version, double share, string file, string value) =>
        Assert.Equal((file, value), CpuGroups.Weight(version, share));

    [Theory]
    [InlineData("res:/\nmon:\n", "", "")]
    [InlineData("res:rgp_1\nmon:/\n", "rgp_1", "")]
    [InlineData("res:a\nmon:m1\n", "a", "m1")]
    [InlineData("res:\nmon:\n", null, "")]
    public void CacheMembership_Text(string text, string? control, string monitor) =>
        Assert.Equal((control, monitor), CacheMembership.Parse(text));

    private static ResctrlFacts Facts(int ways, int least) =>
        new()
        {
            CacheResources = ["L3"],
            FullMask = ways == 64 ? ulong.MaxValue : (1UL << ways) - 1,
            LeastBits = least,
            ShareableBits = 0,
            ClosIds = 16,
            LeastBandwidthPercent = null,
            BandwidthStep = 1,
        };
}
