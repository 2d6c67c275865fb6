using System.Collections.Immutable;
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
            }
        )
        {
            using var host = new ChangeHost();
            var table = Prepare(host, limits, GrantedGroups.None);

            Assert.Equal([PoolsWays, PoolsWays], Masks(table), StringComparer.Ordinal);
            Assert.Contains("together", Assert.Single(table.ReadBack()[1].Problems), StringComparison.Ordinal);
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

    private static IEnumerable<string?> Masks(PoolTable table) => table.ReadBack().Select(pool => pool.CacheMask);
}
