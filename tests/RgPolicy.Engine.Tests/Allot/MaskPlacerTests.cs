using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class MaskPlacerTests
{
    private static readonly CacheHardware Hardware = new(12, 1, 0, false, 16, [0]);

    [Fact]
    public void Place_ClassJoinsTheNest_NestStaysWhereItWas()
    {
        // The nest lies at ways 6 to 9, the exclusive one below it: laid out anew, both would begin at 0.
        var before = new ulong[] { 0b0000_0000_0011, 0b0011_1100_0000, 0 };

        var masks = Placed(Hardware, [Exclusive(0, 2), Shared(1, 4), Shared(2, 2)], before);

        Assert.Equal([0b0000_0000_0011, 0b0011_1100_0000, 0b0000_1100_0000], masks);
    }

    [Fact]
    public void Place_SparseExclusiveOneGrows_LeavesTheOthersWays()
    {
        var before = new ulong[] { 0b0000_0000_0011, 0b1100_0000_0000, 0b0000_0011_1100 };

        var masks = Placed(Hardware with { IsSparse = true }, [Exclusive(0, 4), Exclusive(1, 2), Shared(2, 4)], before);

        // What it needs more comes from the two ways that no class had.
        Assert.Equal([0b0011_0000_0011, 0b1100_0000_0000, 0b0000_0011_1100], masks);
    }

    [Fact]
    public void Place_SparseNewOneNeedsWaysOfOthers_TheOthersKeepTheirs()
    {
        var masks = Placed(
            Hardware with
            {
                IsSparse = true,
            },
            [Exclusive(0, 6), Exclusive(1, 6)],
            [0, 0b0000_1111_1111]
        );

        Assert.Equal(0b0000_1111_1100UL, masks[1]);
        Assert.Equal(0b1111_0000_0011UL, masks[0]);
    }

    private static ulong[] Placed(CacheHardware hardware, ShareGroup[] groups, ulong[] before) =>
        new MaskPlacer(hardware, [.. groups], before, 0).Place();

    private static ShareGroup Exclusive(int pool, int ways) => Group(pool, ways, isExclusive: true);

    private static ShareGroup Shared(int pool, int ways) => Group(pool, ways, isExclusive: false);

    private static ShareGroup Group(int pool, int ways, bool isExclusive) =>
        ShareGroup.Of([new CacheRequest(pool, ways, 0, isExclusive, 100, ulong.MaxValue)]);
}
