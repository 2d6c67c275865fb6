using FsCheck.Fluent;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class WayPackerTests
{
    [Fact]
    public void Place_SmallCases_MovesNoMoreThanTheBestOfAllPlacements()
    {
        var random = new Random(4);
        for (var round = 0; round < CaseCount.FromEnvironment(1_000).Count; round++)
        {
            var ways = random.Next(4, 11);
            var items = RandomItems(random, ways);
            var starts = new int[items.Length];

            WayPacker.Place(items, ways, 0, starts);

            Assert.True(AreApart(items, starts, ways));
            Assert.Equal(BestCost(items, ways), Cost(items, starts));
        }
    }

    [Fact]
    public void Place_NewRunBesideOneThatStays_KeepsOffWaysOfOtherHardware()
    {
        // Three of eight ways are kept in the middle; below and above them is room for two.
        WayItem[] items = [new(3, 1, true, 3, 3), new(2, 1, false, -1, 0)];
        var (low, high) = (new int[2], new int[2]);

        WayPacker.Place(items, 8, 0b0000_0011, low);
        WayPacker.Place(items, 8, 0b1100_0000, high);

        Assert.Equal([3, 6], low);
        Assert.Equal(3, high[0]);
        Assert.InRange(high[1], 0, 1);
    }

    // With more runs than choices are tried for, the moves of one run alone still are.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    public void Place_ManyRunsOfWhichOneIsInTheWay_MovesThatOneAlone(int wide)
    {
        // Runs of two ways side by side from 0 on, but for one that has become three ways wide: it fits at the end
        // only.
        var items = Enumerable
            .Range(0, 6)
            .Select(index => new WayItem(index == wide ? 3 : 2, index == wide ? 1 : 2, false, index * 2, 2))
            .ToArray();
        var starts = new int[items.Length];

        WayPacker.Place(items, 15, 0, starts);

        Assert.Equal(5, starts.Where((start, index) => start == items[index].Before).Count());
        Assert.Equal(12, starts[wide]);
    }

    [Fact]
    public void Place_ManyRuns_AlwaysFit()
    {
        var random = new Random(5);
        for (var round = 0; round < 2000; round++)
        {
            var ways = random.Next(8, 65);
            var items = Enumerable
                .Range(0, random.Next(1, 9))
                .Select(index => new WayItem(
                    Math.Max(1, ways / 9),
                    1,
                    index == 0,
                    random.Next(-1, ways - 6),
                    Math.Max(1, ways / 9)
                ))
                .ToArray();
            var starts = new int[items.Length];

            WayPacker.Place(items, ways, 3UL << (ways - 2), starts);

            Assert.True(AreApart(items, starts, ways));
        }
    }

    [Fact]
    public void Place_Anew_LeavesTheWaysOfOtherHardwareToTheNest()
    {
        WayItem[] items = [new(3, 1, false, -1, 0), new(17, 2, true, -1, 0)];
        var starts = new int[2];

        WayPacker.Place(items, 20, 0xc0000, starts);

        Assert.Equal([0, 3], starts);
    }

    // Positions before may overlap or not be there: a layout of other sizes.
    private static WayItem[] RandomItems(Random random, int ways)
    {
        var items = new List<WayItem>();
        for (var room = ways; room > 0 && items.Count < 4; )
        {
            var size = random.Next(1, Math.Max(2, room / 2));
            var before = random.Next(3) == 0 ? -1 : random.Next(0, ways - size + 1);
            var sizeBefore = before < 0 ? 0 : Math.Min(ways - before, Math.Max(1, size + random.Next(-1, 2)));
            items.Add(new WayItem(size, random.Next(1, 4), items.Count == 0, before, sizeBefore));
            room -= size;
        }

        return [.. items];
    }

    private static long BestCost(WayItem[] items, int ways)
    {
        var best = long.MaxValue;
        var starts = new int[items.Length];
        Walk(0);
        return best;

        void Walk(int index)
        {
            if (index == items.Length)
            {
                best = AreApart(items, starts, ways) ? Math.Min(best, Cost(items, starts)) : best;
                return;
            }

            for (var start = 0; start + items[index].Size <= ways; start++)
            {
                starts[index] = start;
                Walk(index + 1);
            }
        }
    }

    private static bool AreApart(WayItem[] items, int[] starts, int ways)
    {
        var owners = new bool[ways];
        for (var index = 0; index < items.Length; index++)
        {
            for (var way = starts[index]; way < starts[index] + items[index].Size; way++)
            {
                if (way < 0 || way >= ways || owners[way])
                    return false;

                owners[way] = true;
            }
        }

        return true;
    }

    private static long Cost(WayItem[] items, int[] starts) =>
        items
            .Select(
                (item, index) =>
                    item.Before < 0
                    || starts[index] == item.Before
                    || (!item.IsShared && starts[index] + item.Size == item.Before + item.SizeBefore)
                        ? 0L
                        : item.Size * item.Weight
            )
            .Sum();
}
