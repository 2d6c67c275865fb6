using RgPolicy.Host.Facts;
using RgPolicy.Host.Tests;
using RgPolicy.Language.Targets;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Tests.ThisHost;

public sealed class HostProfileTests
{
    // Two packages with a gap in their numbers, two domains each, two cores of two threads in each;
    // SNC: a node for each core.
    [Fact]
    public void Of_LargeHost_HasItsTopologyAndResctrl()
    {
        using var tree = Machine();
        tree.WithMounts(
                "40 20 0:40 / /sys/fs/resctrl rw - resctrl resctrl rw",
                "32 20 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw"
            )
            .With("/sys/fs/resctrl/info/L3/num_closids", "16\n")
            .With("/sys/fs/resctrl/info/L3/cbm_mask", "7fff\n")
            .With("/sys/fs/resctrl/info/L3/min_cbm_bits", "1\n")
            .With("/sys/fs/resctrl/info/L3/shareable_bits", "6000\n")
            .With("/sys/fs/resctrl/info/L3/sparse_masks", "1\n")
            .With("/sys/fs/resctrl/info/MB/num_closids", "8\n")
            .With("/sys/fs/resctrl/info/MB/min_bandwidth", "5\n")
            .With("/sys/fs/resctrl/info/MB/bandwidth_gran", "5\n")
            .With("/proc/sys/kernel/osrelease", "6.12.1\n");

        var profile = HostProfile.Of(HostProbe.Read(tree.Root, false, null), "db1", "linux");

        Assert.Equal((2, 16, 15, 8), (profile.Sockets, profile.Cores, profile.LlcWays, profile.ClassesOfService));
        Assert.Equal("0 1 16 17", string.Join(' ', profile.L3Domains.Select(domain => domain.Id)));
        Assert.Equal("0 0 1 1", string.Join(' ', profile.L3Domains.Select(domain => domain.Socket)));
        Assert.Equal("4,12 5,13", string.Join(' ', profile.L3Domains[2].Cores.Select(core => string.Join(',', core))));
        Assert.Equal((33_554_432, TargetProfile.Generic.L2Bytes), (profile.LlcBytes, profile.L2Bytes));
        Assert.Equal([1, 9], profile.NumaNodes[1].ToArray());
        Assert.Equal(
            (8, 2, 0x6000UL, true),
            (profile.NumaNodes.Length, profile.SubNumaClusters, profile.ShareableBits, profile.HasSparseMasks)
        );
        Assert.Equal(
            (5, 5, 2, "6.12.1"),
            (profile.LeastBandwidthPercent, profile.BandwidthStepPercent, profile.CgroupVersion, profile.KernelRelease)
        );
        Assert.Equal("resctrl resctrl_mounted", string.Join(' ', profile.Capabilities));
        Assert.NotNull(TargetProfileReader.Read(TargetProfileReader.Write(profile)).Profile);
    }

    [Fact]
    public void Of_BandwidthInOtherUnits_OffersNone()
    {
        using var tree = Machine();
        tree.WithMounts("40 20 0:40 / /sys/fs/resctrl rw - resctrl resctrl rw")
            .With("/sys/fs/resctrl/info/MB/num_closids", "16\n")
            .With("/sys/fs/resctrl/info/MB/min_bandwidth", "1\n")
            .With("/sys/fs/resctrl/schemata", "    MB:0=2048;1=2048\n    L3:0=ffff;1=ffff\n");

        Assert.False(
            HostProfile.Of(HostProbe.Read(tree.Root, false, null), "amd", "linux").HasMemoryBandwidthAllocation
        );
    }

    [Fact]
    public void Of_HostThatTellsNothing_IsAWholeProfile()
    {
        using var tree = new FakeTree();

        var profile = HostProfile.Of(HostProbe.Read(tree.Root, false, null), "bare", "linux");

        Assert.NotNull(TargetProfileReader.Read(TargetProfileReader.Write(profile)).Profile);
        Assert.Equal((1, 1, 0), (profile.Sockets, profile.Cores, profile.LlcWays));
    }

    private static FakeTree Machine()
    {
        var tree = new FakeTree().With("/sys/devices/system/cpu/online", "0-15\n").WithDirectory("/sys/fs/resctrl");
        for (var cpu = 0; cpu < 16; cpu++)
        {
            var core = cpu % 8;
            var at = string.Create(CultureInfo.InvariantCulture, $"/sys/devices/system/cpu/cpu{cpu}/");
            var first = core / 2 * 2;
            tree.With(at + "topology/physical_package_id", core < 4 ? "0\n" : "2\n")
                .With(
                    at + "topology/thread_siblings_list",
                    string.Create(CultureInfo.InvariantCulture, $"{core},{core + 8}\n")
                )
                .With(at + "cache/index3/level", "3\n")
                .With(
                    at + "cache/index3/id",
                    string.Create(CultureInfo.InvariantCulture, $"{(core / 2) + (core < 4 ? 0 : 14)}\n")
                )
                .With(at + "cache/index3/size", "32768K\n")
                .With(
                    at + "cache/index3/shared_cpu_list",
                    string.Create(CultureInfo.InvariantCulture, $"{first}-{first + 1},{first + 8}-{first + 9}\n")
                )
                .With(
                    string.Create(CultureInfo.InvariantCulture, $"/sys/devices/system/node/node{core}/cpulist"),
                    string.Create(CultureInfo.InvariantCulture, $"{core},{core + 8}\n")
                );
        }

        return tree;
    }
}
