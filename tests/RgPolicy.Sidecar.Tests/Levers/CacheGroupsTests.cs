using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Tests.Changing;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Levers;

/// <summary>Pools' wishes on a host in memory.</summary>
public sealed class CacheGroupsTests
{
    [Fact]
    public void PrepareAll_TheSameAgain_WritesNothing()
    {
        using var host = new ChangeHost();
        var (groups, _) = Prepare(host, [], Pool(1, 0, 4) with { MemoryBandwidthPercent = 45 }, Pool(2, 4, 4));
        var written = host.Double.Log.Count;

        _ = Prepare(host, groups, Pool(1, 0, 4) with { MemoryBandwidthPercent = 45 }, Pool(2, 4, 4));

        Assert.Equal(written, host.Double.Log.Count);
        Assert.Equal("L3:0=f;1=f MB:0=50;1=50", CacheGroups.ReadBack(host.Double.Root, groups[1]));
    }

    [Fact]
    public void PrepareAll_AfterAForeignWriter_RepairsOnlyWhatDiffers()
    {
        using var host = new ChangeHost();
        var (groups, _) = Prepare(host, [], Pool(1, 0, 4), Pool(2, 4, 4));
        Assert.Equal(0, host.Double.Write(Resctrl + "/rgp_2/schemata", "L3:1=1\n"));
        var written = host.Double.Log.Count;

        _ = Prepare(host, groups, Pool(1, 0, 4), Pool(2, 4, 4));

        Assert.Equal($"write {Resctrl}/rgp_2/schemata L3:1=f0 -> ok", Assert.Single(host.Double.Log.Skip(written)));
    }

    [Fact]
    public void PrepareAll_WithMorePoolsThanClasses_GivesToTheFirstAndSaysWhoHasNone()
    {
        using var host = new ChangeHost(new ResctrlShape { CacheClasses = 4, BandwidthClasses = 4 });

        var (groups, problems) = Prepare(host, [], Pool(1, 0, 4), Pool(2, 4, 4), Pool(3, 8, 4));

        Assert.Equal([1, 2], groups.Keys.Order());
        Assert.Contains("no class of service is free", Assert.Single(problems[3]), StringComparison.Ordinal);
    }

    [Fact]
    public void PrepareAll_AfterAnUnmountAndMount_MakesTheGroupsAnew()
    {
        using var host = new ChangeHost();
        var (groups, _) = Prepare(host, [], Pool(1, 0, 4));
        host.Double.Mount(new ResctrlShape());

        var (again, problems) = Prepare(host, groups, Pool(1, 0, 4));

        Assert.Empty(problems[1]);
        Assert.Equal("L3:0=f;1=f MB:0=100;1=100", CacheGroups.ReadBack(host.Double.Root, again[1]));
    }

    [Fact]
    public void PrepareAll_WhileSomebodyElseHasTheLock_KeepsWhatThereIs()
    {
        using var host = new ChangeHost();
        var (groups, _) = Prepare(host, [], Pool(1, 0, 4));
        Assert.Equal(0, host.Double.TryLock(Resctrl, out var held));
        using (held)
        {
            var (same, problems) = Prepare(host, groups, Pool(1, 0, 8));

            Assert.Contains("lock", Assert.Single(problems[1]), StringComparison.Ordinal);
            Assert.Equal(groups[1], same[1]);
        }
    }

    [Fact]
    public void PrepareAll_WithCodeAndDataApart_SetsBoth()
    {
        using var host = new ChangeHost(new ResctrlShape { CodeDataSplit = true });

        var (groups, problems) = Prepare(host, [], Pool(1, 2, 3));

        Assert.Empty(problems[1]);
        Assert.Equal(
            "L3CODE:0=1c;1=1c L3DATA:0=1c;1=1c MB:0=100;1=100",
            CacheGroups.ReadBack(host.Double.Root, groups[1])
        );
    }

    private static (Dictionary<int, CacheGroup> Groups, Dictionary<int, List<string>> Problems) Prepare(
        ChangeHost host,
        Dictionary<int, CacheGroup> kept,
        params PoolSpec[] specs
    ) => host.Prepare(_ => null, GrantedGroups.None, kept, _ => [], specs);
}
