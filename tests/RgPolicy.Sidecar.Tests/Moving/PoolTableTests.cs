using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Tests.Changing;
using RgPolicy.Testing.Host;

namespace RgPolicy.Sidecar.Tests.Moving;

/// <summary>Pools and parts of them within root's limits, on a host in memory.</summary>
public sealed class PoolTableTests
{
    private const string PoolsWays = "L3:0=f;1=f MB:0=100;1=100";
    private static readonly PoolSpec[] Pools = [ChangeHost.Pool(1, 0, 4), ChangeHost.Pool(7, 4, 2) with { PartOf = 1 }];

    [Fact]
    public void PrepareAll_PartOfAPool_HasWaysOfItsOwn()
    {
        using var host = new ChangeHost();
        var table = Prepare(host, Limits.Default, GrantedGroups.None);

        Assert.Equal([PoolsWays, "L3:0=30;1=30 MB:0=100;1=100"], Masks(table), StringComparer.Ordinal);
        Assert.All(table.ReadBack(), pool => Assert.Empty(pool.Problems));
        Assert.Equal((null, 32), (table.WhyNoParts, table.MostPools));
    }

    [Fact]
    public void PrepareAll_RootLimitsAPoolsWays_ItsPartHasNoneBeyondThese()
    {
        foreach (
            var limits in new[]
            {
                Limits.Default with
                {
                    MostWays = 4,
                },
                Limits.Default with
                {
                    Pools = [new PoolLimits(1) { MostWays = 4 }],
                },
                Limits.Default with
                {
                    LeastWays = 4,
                },
            }
        )
        {
            using var host = new ChangeHost();
            var table = Prepare(host, limits, GrantedGroups.None);

            Assert.Equal([PoolsWays, PoolsWays], Masks(table), StringComparer.Ordinal);
            Assert.Contains("root's l", Assert.Single(table.ReadBack()[1].Problems), StringComparison.Ordinal);
            Assert.NotNull(table.WhyNoParts);
        }
    }

    [Fact]
    public void PrepareAll_GroupsWereHandedOver_PartHasItsPools()
    {
        using var host = new ChangeHost();
        const string Given = ChangeHost.Resctrl + "/rgp_p1";
        Assert.Equal(0, host.Double.MakeDirectory(Given));
        var granted = GrantedGroups.None with { Caches = ImmutableSortedDictionary<int, string>.Empty.Add(1, Given) };
        var table = Prepare(host, Limits.Default, granted);

        Assert.Equal([PoolsWays, PoolsWays], Masks(table), StringComparer.Ordinal);
        Assert.Contains("handed over", table.WhyNoParts, StringComparison.Ordinal);
    }

    [Fact]
    public void PrepareAll_NoClassIsLeftForThePart_ItHasItsPoolsAndSaysWhy()
    {
        using var host = new ChangeHost(new ResctrlShape { CacheClasses = 3, BandwidthClasses = 3 });
        var table = Prepare(host, Limits.Default, GrantedGroups.None);

        Assert.Equal([PoolsWays, PoolsWays], Masks(table), StringComparer.Ordinal);
        Assert.Contains(
            "no class of service is free",
            Assert.Single(table.ReadBack()[1].Problems),
            StringComparison.Ordinal
        );
    }

    // Its tasks are never without a place on the way: that would be every way, others' own too.
    [Theory]
    [InlineData(3, null)]
    [InlineData(16, 4)]
    public void PrepareAll_AgainWithAPartThatHasItsPools_ItsTasksStayThere(int classes, int? mostWays)
    {
        using var host = new ChangeHost(new ResctrlShape { CacheClasses = classes, BandwidthClasses = classes });
        var limits = Limits.Default with { MostWays = mostWays };
        var table = Prepare(host, limits, GrantedGroups.None);
        Assert.Equal(0, host.Double.Write($"{Assert.Single(Groups(table))}/tasks", "101\n"));

        table.PrepareAll(Pools, HostProbe.Read(host.Double.Root, true, null), pool => pool == 7 ? [101] : []);

        Assert.Contains(
            "101",
            host.Double.Root.ReadLines($"{Assert.Single(Groups(table))}/tasks"),
            StringComparer.Ordinal
        );
        Assert.DoesNotContain("101", host.Double.Root.ReadLines(ChangeHost.Resctrl + "/tasks"), StringComparer.Ordinal);
    }

    [Fact]
    public void PrepareAll_PartGotItsPoolsClassOnly_ItsTasksGoThere()
    {
        using var host = new ChangeHost();
        var table = Prepare(host, Limits.Default, GrantedGroups.None);
        var groups = Groups(table).ToList();
        Assert.Equal(2, groups.Count);
        Assert.Equal(0, host.Double.Write($"{groups[1]}/tasks", "101\n"));
        PoolSpec[] shared = [Pools[0], Pools[1] with { FirstWay = null, WayCount = null }];

        table.PrepareAll(shared, HostProbe.Read(host.Double.Root, true, null), pool => pool == 7 ? [101] : []);

        Assert.Contains("101", host.Double.Root.ReadLines($"{groups[0]}/tasks"), StringComparer.Ordinal);
    }

    [Fact]
    public void PrepareAll_PartGoes_ItsGroupGoesAndThePoolsStays()
    {
        using var host = new ChangeHost();
        var table = Prepare(host, Limits.Default, GrantedGroups.None);
        table.Remove(7);

        Assert.Equal([PoolsWays], Masks(table), StringComparer.Ordinal);
        Assert.Single(host.Now());
    }

    private static PoolTable Prepare(ChangeHost host, Limits limits, GrantedGroups granted)
    {
        var table = new PoolTable(host.Double.Root, host.Journal, limits, () => granted);
        table.PrepareAll(Pools, HostProbe.Read(host.Double.Root, true, null), _ => []);
        return table;
    }

    private static IEnumerable<string> Groups(PoolTable table) =>
        table.Pools.Select(pool => pool.Cache?.Directory).OfType<string>().Distinct(StringComparer.Ordinal);

    private static IEnumerable<string?> Masks(PoolTable table) => table.ReadBack().Select(pool => pool.CacheMask);
}
