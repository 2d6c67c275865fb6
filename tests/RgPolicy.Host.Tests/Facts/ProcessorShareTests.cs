using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class ProcessorShareTests
{
    private const string Version1 = "30 20 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct";
    private const string Version2 = "32 20 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
    private const string Enabled = "/proc/sys/kernel/sched_autogroup_enabled";

    [Theory]
    [InlineData("1000", null)]
    [InlineData("101", null)]
    [InlineData("100", "its group /unit has the usual weight, 100")]
    [InlineData("20", "its group /unit has the usual weight, 20")]
    public void FindLack_GroupOfVersion2_ItsWeightCounts(string weight, string? lack)
    {
        using var tree = new FakeTree()
            .WithMounts(Version2)
            .WithProcess(5, 1, 5, 9, 0, "0::/unit")
            .With("/sys/fs/cgroup/unit/cpu.weight", weight + "\n")
            .With(Enabled, "1\n")
            .With("/proc/5/autogroup", "/autogroup-3 nice -10\n");

        Assert.Equal(lack, ProcessorShare.FindLack(tree.Root, 5));
    }

    [Theory]
    [InlineData("10240", null)]
    [InlineData("1024", "its group /unit has the usual weight, 1024")]
    public void FindLack_GroupOfVersion1_ItsSharesCount(string shares, string? lack)
    {
        using var tree = new FakeTree()
            .WithMounts(Version1)
            .WithProcess(5, 1, 5, 9, 0, "2:cpu,cpuacct:/unit")
            .With("/sys/fs/cgroup/cpu,cpuacct/unit/cpu.shares", shares + "\n");

        Assert.Equal(lack, ProcessorShare.FindLack(tree.Root, 5));
    }

    [Theory]
    [InlineData("1", "/autogroup-34 nice -10", 0, null)]
    [InlineData("1", "/autogroup-34 nice 0", -20, "its session has the weight of any other (/autogroup-34 nice 0)")]
    [InlineData("0", "/autogroup-34 nice -10", 0, "it has the weight of any other process")]
    [InlineData("0", "/autogroup-34 nice 0", -10, null)]
    public void FindLack_NoGroup_TheSessionOrTheProcess(string enabled, string session, int nice, string? lack)
    {
        using var tree = new FakeTree()
            .WithMounts(Version1)
            .WithProcess(5, 1, 5, 9, 0, "2:cpu,cpuacct:/")
            .With("/proc/5/stat", $"5 (a (b) c) S 1 5 5 0 -1 4194304 1 2 3 4 5 6 7 8 20 {nice} 1 0 9 0 0\n")
            .With(Enabled, enabled + "\n")
            .With("/proc/5/autogroup", session + "\n");

        Assert.Equal(lack, ProcessorShare.FindLack(tree.Root, 5));
    }

    [Fact]
    public void FindLack_NothingIsToBeRead_HasNone()
    {
        using var tree = new FakeTree();

        Assert.Equal("it has the weight of any other process", ProcessorShare.FindLack(tree.Root, 5));
    }
}
