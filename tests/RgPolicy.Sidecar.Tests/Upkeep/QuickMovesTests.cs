using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;
using RgPolicy.Sidecar.Upkeep;

namespace RgPolicy.Sidecar.Tests.Upkeep;

[Collection(HostCollection.Name)]
public sealed class QuickMovesTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(1);

    [RootFact]
    public void Want_TrueThenFalse_WritesOnlyMeanwhileAndMovesNobody()
    {
        using var server = FakeServer.Start(children: 1);
        using var keeper = new QuickMoves(Interval);
        var before = FakeServer.Snapshot(server.ProcessId);
        keeper.Watch(Touch(server));

        keeper.Want(true);
        Eventually.True(() => keeper.Writes > 50, "it writes again and again");
        keeper.Want(false);
        Pause.Milliseconds(50);
        var stopped = keeper.Writes;
        Pause.Milliseconds(100);

        Assert.Equal(stopped, keeper.Writes);
        Assert.Equal(before, FakeServer.Snapshot(server.ProcessId));
    }

    [RootFact]
    public void Want_ServerWasPutElsewhere_LeavesItThere()
    {
        using var server = FakeServer.Start(children: 1);
        using var keeper = new QuickMoves(Interval);
        keeper.Watch(Touch(server));
        keeper.Want(true);
        Eventually.True(() => keeper.Writes > 5, "it writes");

        var elsewhere = server.Group + "/elsewhere";
        Assert.Equal(0, KernelFile.MakeDirectory(elsewhere));
        Assert.Equal(
            0,
            KernelFile.Write(elsewhere + "/cgroup.procs", server.ProcessId.ToString(CultureInfo.InvariantCulture))
        );
        Pause.Milliseconds(50);
        var stopped = keeper.Writes;
        Pause.Milliseconds(200);

        Assert.Equal(stopped, keeper.Writes);
        Assert.Contains("/elsewhere", FakeServer.Snapshot(server.ProcessId), StringComparison.Ordinal);
        Assert.Equal(
            0,
            KernelFile.Write(server.Group + "/cgroup.procs", server.ProcessId.ToString(CultureInfo.InvariantCulture))
        );
        Assert.Equal(0, KernelFile.RemoveDirectory(elsewhere));
    }

    [RootFact]
    public void Open_ServerHasEnded_IsNull()
    {
        CgroupHierarchy? place;
        int gone;
        GroupTouch? early;
        using (var server = FakeServer.Start(children: 1))
        {
            (place, gone, early) = (
                CgroupHierarchy.Find(FileRoot.Machine, server.ProcessId),
                server.ProcessId,
                Touch(server)
            );
        }

        using (early)
        {
            Assert.NotNull(early);
            Assert.False(early.Write());
            Assert.Null(GroupTouch.Open(FileRoot.Machine, place, gone));
        }
    }

    [RootFact]
    public void Open_ProcessOfAnotherGroup_IsNull()
    {
        using var server = FakeServer.Start(children: 1);
        var place = CgroupHierarchy.Find(FileRoot.Machine, server.ProcessId);

        Assert.Null(GroupTouch.Open(FileRoot.Machine, place, Environment.ProcessId));
    }

    private static GroupTouch? Touch(FakeServer server) =>
        GroupTouch.Open(FileRoot.Machine, CgroupHierarchy.Find(FileRoot.Machine, server.ProcessId), server.ProcessId);
}
