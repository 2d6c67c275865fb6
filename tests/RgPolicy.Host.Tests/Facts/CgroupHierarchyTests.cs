using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class CgroupHierarchyTests
{
    private const string Version1 = "30 20 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct";
    private const string Version1Other = "31 20 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset";
    private const string Version2 = "32 20 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
    private const string Hybrid2 = "33 20 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw";

    [Fact]
    public void Find_Version1_UsesTheHierarchyWithCpu()
    {
        using var tree = new FakeTree()
            .WithMounts(Version1Other, Version1)
            .WithProcess(5, 1, 5, 9, 0, "3:cpuset:/other", "2:cpu,cpuacct:/pg");

        Assert.Equal(
            new CgroupHierarchy(1, "/pg", "/sys/fs/cgroup/cpu,cpuacct/pg"),
            CgroupHierarchy.Find(tree.Root, 5)
        );
    }

    [Fact]
    public void Find_Hybrid_Version1WithCpuWins()
    {
        using var tree = new FakeTree()
            .WithMounts(Hybrid2, Version1)
            .WithProcess(5, 1, 5, 9, 0, "0::/unified.slice", "2:cpu,cpuacct:/");

        Assert.Equal(new CgroupHierarchy(1, "/", "/sys/fs/cgroup/cpu,cpuacct"), CgroupHierarchy.Find(tree.Root, 5));
    }

    [Fact]
    public void FindReads_Version1_TheHierarchyWithBlkioUnlessItHasCpuToo()
    {
        const string Reads = "34 20 0:30 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio";
        const string Both = "34 20 0:30 / /sys/fs/cgroup/both rw - cgroup cgroup rw,cpu,blkio";
        using var tree = new FakeTree()
            .WithMounts(Version1, Reads)
            .WithProcess(5, 1, 5, 9, 0, "4:blkio:/db", "2:cpu,cpuacct:/pg");
        using var together = new FakeTree().WithMounts(Both).WithProcess(5, 1, 5, 9, 0, "2:cpu,blkio:/pg");
        using var unified = new FakeTree().WithMounts(Version2).WithProcess(5, 1, 5, 9, 0, "0::/pg");

        Assert.Equal(new CgroupHierarchy(1, "/db", "/sys/fs/cgroup/blkio/db"), CgroupHierarchy.FindReads(tree.Root, 5));
        Assert.Equal("/sys/fs/cgroup/blkio/other", CgroupHierarchy.ReadDirectoryOf(tree.Root, "/other"));
        Assert.Null(CgroupHierarchy.FindReads(together.Root, 5));
        Assert.Null(CgroupHierarchy.FindReads(unified.Root, 5));
    }

    [Fact]
    public void Find_Version2_TheUnifiedGroup()
    {
        using var tree = new FakeTree()
            .WithMounts(Version2)
            .WithProcess(5, 1, 5, 9, 0, "0::/system.slice/postgresql@15-main.service");

        var found = CgroupHierarchy.Find(tree.Root, 5);

        Assert.Equal(2, found?.Version);
        Assert.Equal("/sys/fs/cgroup/system.slice/postgresql@15-main.service", found?.Directory);
    }

    [Theory]
    [InlineData("0::/../libpod-abc", "cgroup namespace")]
    [InlineData("2:cpu,cpuacct:/../../pg", "cgroup namespace")]
    [InlineData("0::/pg", "mounted here")]
    public void WhyUnseen_GroupOutsideOfOnesNamespace_NamesTheNamespace(string group, string reason)
    {
        using var tree = new FakeTree().WithProcess(5, 1, 5, 9, 0, group);

        Assert.Null(CgroupHierarchy.Find(tree.Root, 5));
        Assert.Contains(reason, CgroupHierarchy.WhyUnseen(tree.Root, 5).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Find_ContainerSeesAPart_TheDirectoryIsBelowTheMount()
    {
        using var tree = new FakeTree()
            .WithMounts("32 20 0:28 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw")
            .WithProcess(5, 1, 5, 9, 0, "0::/docker/abc/pg")
            .WithProcess(6, 1, 6, 9, 0, "0::/docker/abcd");

        Assert.Equal("/sys/fs/cgroup/pg", CgroupHierarchy.Find(tree.Root, 5)?.Directory);
        Assert.Null(CgroupHierarchy.Find(tree.Root, 6));
    }

    [Fact]
    public void Find_OutsideOfTheNamespace_Null()
    {
        using var tree = new FakeTree().WithMounts(Version2).WithProcess(5, 1, 5, 9, 0, "0::/../elsewhere");

        Assert.Null(CgroupHierarchy.Find(tree.Root, 5));
    }

    [Fact]
    public void Find_NoProcessOrNoMount_Null()
    {
        using var tree = new FakeTree().WithMounts(Version1Other).WithProcess(5, 1, 5, 9, 0, "3:cpuset:/");

        Assert.Null(CgroupHierarchy.Find(tree.Root, 5));
        Assert.Null(CgroupHierarchy.Find(tree.Root, 6));
    }

    [Fact]
    public void PathOf_Version_ReadsThatVersionsLine()
    {
        using var tree = new FakeTree()
            .WithMounts(Hybrid2, Version1)
            .WithProcess(5, 1, 5, 9, 0, "0::/two", "2:cpu,cpuacct:/one:with:colons");

        Assert.Equal("/one:with:colons", CgroupHierarchy.PathOf(tree.Root, 1, 5));
        Assert.Equal("/two", CgroupHierarchy.PathOf(tree.Root, 2, 5));
    }
}
