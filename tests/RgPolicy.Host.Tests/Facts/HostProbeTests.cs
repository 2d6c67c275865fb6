using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class HostProbeTests
{
    [Fact]
    public void Read_EmptyTree_EverythingIsAbsentAndNothingThrows()
    {
        using var tree = new FakeTree();

        var facts = HostProbe.Read(tree.Root, isRoot: false, serverProcessId: 7);

        Assert.Empty(facts.Topology.Cpus);
        Assert.Empty(facts.Topology.Domains);
        Assert.Null(facts.Resctrl);
        Assert.False(facts.KnowsResctrl);
        Assert.Null(facts.Autogroup);
        Assert.True(facts.Pressure.IsAbsent);
        Assert.Null(facts.Server);
    }

    [Fact]
    public void Read_TwoSockets_DomainsWithGapsInTheirNumbers()
    {
        using var tree = new FakeTree().With("/sys/devices/system/cpu/online", "0-2\n");
        AddCache(tree, 0, "8", "0-1");
        AddCache(tree, 1, "8", "0-1");
        AddCache(tree, 2, "200", "2");

        var topology = Topology.Read(tree.Root);

        Assert.Equal([8, 200], topology.Domains.Select(d => d.Id));
        Assert.Equal(33554432, topology.Domains[0].SizeBytes);
        Assert.Equal(16, topology.Domains[0].Ways);
        Assert.Equal([2], topology.Domains[1].Cpus.ToArray());
    }

    [Theory]
    [InlineData("256K", "0", 262_144)]
    [InlineData("2M", "0-1", 2_097_152)]
    [InlineData("4M", "0-3", 2_097_152)]
    [InlineData("4M", null, 4_194_304)]
    [InlineData(null, "0-1", 0)]
    public void Read_CacheOfACore_IsItsPartOfWhatItSharesWithOtherCores(string? size, string? shared, long bytes)
    {
        using var tree = new FakeTree().With("/sys/devices/system/cpu/online", "0-3\n");
        for (var cpu = 0; cpu < 4; cpu++)
        {
            var siblings = cpu < 2 ? "0-1" : "2-3";
            tree.With($"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list", siblings + "\n")
                .With($"/sys/devices/system/cpu/cpu{cpu}/cache/index2/level", "2\n");
            if (size is not null)
                tree.With($"/sys/devices/system/cpu/cpu{cpu}/cache/index2/size", size + "\n");

            if (shared is not null)
                tree.With($"/sys/devices/system/cpu/cpu{cpu}/cache/index2/shared_cpu_list", shared + "\n");
        }

        Assert.Equal(bytes, Topology.Read(tree.Root).L2Bytes);
    }

    [Fact]
    public void Read_ResctrlWithCdp_FewestClosIdsAndBothResources()
    {
        using var tree = new FakeTree()
            .WithMounts("40 20 0:40 / /sys/fs/resctrl rw - resctrl resctrl rw,cdp")
            .With("/sys/fs/resctrl/info/L3CODE/num_closids", "8\n")
            .With("/sys/fs/resctrl/info/L3CODE/cbm_mask", "fffff\n")
            .With("/sys/fs/resctrl/info/L3CODE/min_cbm_bits", "2\n")
            .With("/sys/fs/resctrl/info/L3CODE/shareable_bits", "c0000\n")
            .With("/sys/fs/resctrl/info/L3DATA/num_closids", "8\n")
            .With("/sys/fs/resctrl/info/MB/num_closids", "16\n")
            .With("/sys/fs/resctrl/info/MB/min_bandwidth", "10\n")
            .With("/sys/fs/resctrl/info/MB/bandwidth_gran", "10\n");

        var resctrl = ResctrlFacts.Read(tree.Root);

        Assert.NotNull(resctrl);
        Assert.Equal("L3CODE L3DATA", string.Join(' ', resctrl.CacheResources));
        Assert.Equal(20, resctrl.Ways);
        Assert.Equal(2, resctrl.LeastBits);
        Assert.Equal(8, resctrl.ClosIds);
        Assert.Equal(10, resctrl.LeastBandwidthPercent);
    }

    [Fact]
    public void Read_ResctrlInMegabytes_HasNoPercent()
    {
        using var tree = new FakeTree()
            .WithMounts("40 20 0:40 / /sys/fs/resctrl rw - resctrl resctrl rw,mba_MBps")
            .With("/sys/fs/resctrl/info/MB/num_closids", "8\n")
            .With("/sys/fs/resctrl/info/MB/min_bandwidth", "10\n");

        Assert.Null(ResctrlFacts.Read(tree.Root)?.LeastBandwidthPercent);
    }

    [Fact]
    public void Read_Server_SessionsControllerAndDisk()
    {
        using var tree = new FakeTree()
            .WithMounts("1 0 8:1 / / rw - ext4 /dev/sda1 rw", "32 20 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw")
            .WithProcess(50, 1, 50, 77, 110, "0::/pg")
            .WithProcess(51, 50, 51, 78, 110, "0::/pg")
            .With("/proc/50/task/50/children", "51 ")
            .With("/sys/fs/cgroup/pg/cgroup.controllers", "cpuset cpu io\n");

        var server = ServerProcess.Read(tree.Root, 50);

        Assert.NotNull(server);
        Assert.Equal(77UL, server.StartTime);
        Assert.Equal(110, server.UserId);
        Assert.True(server.HasCpuController);
        Assert.True(server.ChildrenAreSessions);
    }

    [Fact]
    public void Read_Partition_TheWholeDisksScheduler()
    {
        using var tree = new FakeTree()
            .WithMounts("1 0 8:1 / / rw - ext4 /dev/sda1 rw")
            .With("/sys/devices/pci/block/sda/queue/scheduler", "none mq-deadline [bfq]\n")
            .With("/sys/devices/pci/block/sda/dev", "8:0\n")
            .With("/sys/devices/pci/block/sda/sda1/partition", "1\n")
            .With("/sys/devices/pci/block/sda/sda1/dev", "8:1\n")
            .WithLink("/sys/dev/block/8:1", "/sys/devices/pci/block/sda/sda1");

        Assert.Equal(
            new StorageFacts("sda", "bfq") { Number = "8:0", FileSystem = "ext4" },
            StorageFacts.Read(tree.Root, "/var/lib/pg")
        );
    }

    [Theory]
    [InlineData("253:3", "dm-3")]
    [InlineData("9:127", "md127")]
    [InlineData("7:0", "loop0")]
    public void Read_MappedArrayAndLoopDevices_AreWholeDisks(string number, string name)
    {
        using var tree = new FakeTree()
            .WithMounts($"1 0 {number} / / rw - xfs /dev/{name} rw")
            .With($"/sys/devices/virtual/block/{name}/queue/scheduler", "none\n")
            .With($"/sys/devices/virtual/block/{name}/dev", number + "\n")
            .WithLink($"/sys/dev/block/{number}", $"/sys/devices/virtual/block/{name}");

        Assert.Equal(
            new StorageFacts(name, "none") { Number = number, FileSystem = "xfs" },
            StorageFacts.Read(tree.Root, "/var/lib/pg")
        );
    }

    [Fact]
    public void Read_FileSystemWithoutADevice_Unknown()
    {
        using var tree = new FakeTree().WithMounts("1 0 0:45 / / rw - overlay overlay rw");

        Assert.Equal(new StorageFacts(null, null) { FileSystem = "overlay" }, StorageFacts.Read(tree.Root, "/var"));
    }

    [Fact]
    public void Read_Pressure_TheTenSecondAverageOfSome()
    {
        using var tree = new FakeTree()
            .With(
                "/proc/pressure/cpu",
                "some avg10=12.50 avg60=1.00 avg300=0.00 total=1\nfull avg10=99.00 avg60=0 avg300=0 total=0\n"
            )
            .With("/proc/pressure/io", "garbage\n");

        Assert.Equal(new Pressure(12.5, null, null), new PressureReader(tree.Root).Read());
    }

    [Fact]
    public void ReadUser_BetweenTwoUsers_IsNobodys()
    {
        using var tree = new FakeTree().With("/proc/5/status", "Name:\tx\nUid:\t0\t110\t110\t110\n");

        Assert.Null(ProcessUser.Read(tree.Root, 5));
        Assert.Null(ProcessUser.Read(tree.Root, 6));
    }

    [Fact]
    public void ReadMachine_ThisMachine_HasACpu() => Assert.NotEmpty(HostProbe.ReadMachine(null).Topology.Cpus);

    private static void AddCache(FakeTree tree, int cpu, string id, string shared) =>
        tree.With($"/sys/devices/system/cpu/cpu{cpu}/cache/index2/level", "2\n")
            .With($"/sys/devices/system/cpu/cpu{cpu}/cache/index3/level", "3\n")
            .With($"/sys/devices/system/cpu/cpu{cpu}/cache/index3/id", id + "\n")
            .With($"/sys/devices/system/cpu/cpu{cpu}/cache/index3/shared_cpu_list", shared + "\n")
            .With($"/sys/devices/system/cpu/cpu{cpu}/cache/index3/size", "32768K\n")
            .With($"/sys/devices/system/cpu/cpu{cpu}/cache/index3/ways_of_associativity", "16\n");
}
