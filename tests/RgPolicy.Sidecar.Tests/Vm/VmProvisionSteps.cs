using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>Steps about a sidecar that runs as the server's user, on a kernel of its own.</summary>
internal static class VmProvisionSteps
{
    private const string Resctrl = ResctrlFacts.Directory;

    private const string Limits = """
        {
          "dynamic_masks": true,
          "pools": [
            { "number": 1, "ways": "0-5", "least_ways": 2, "most_ways": 4, "allowed_cores": "1-2" },
            { "number": 2, "domains": "1" }
          ]
        }
        """;

    private static readonly CancellationToken None = CancellationToken.None;

    internal static async Task WithoutRightsAsync(VmSession session)
    {
        using var server = session.StartServer(3);
        using var provision = new ProvisionUnderTest(Limits);
        Assert.True(provision.Provision(server) == 0, provision.Said);
        AssertNothingOfRoots(server);
        using var sidecar = StartUnprivileged(server, provision);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();

        var pools = await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    CpuShare = 0.2,
                    Cores = [1, 2],
                    FirstWay = 0,
                    WayCount = 3,
                    MemoryBandwidthPercent = 45,
                },
                new PoolSpec
                {
                    Number = 2,
                    FirstWay = 4,
                    WayCount = 2,
                },
            ],
            None
        );
        var moves = await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 2)], None);

        Assert.All(pools, p => Assert.Empty(p.Problems));
        // The CPUs are held by the kernel: their file stays root's.
        Assert.Equal("cgroup v2 cpu.weight=20 cpuset.cpus=1-2", pools[0].CpuLever);
        Assert.Equal(0u, FileOwner.Read(server.Group + "/rgp_p1/cpuset.cpus")!.Value.User);
        Assert.Equal("L3:0=7;1=7 MB:0=50;1=50", pools[0].CacheMask);
        Assert.Equal("L3:0=fffff;1=30 MB:0=100;1=100", pools[1].CacheMask);
        Assert.All(moves, m => Assert.Equal(MoveStatus.Done, m.Status));
        Assert.Contains("/rgp_p1 cpus=1-2 ", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.EndsWith("resctrl=rgp_p1", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.EndsWith("resctrl=rgp_p2", server.Snapshot()[1], StringComparison.Ordinal);

        // Outside of root's limits: said, and the masks stay.
        pools = await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    FirstWay = 4,
                    WayCount = 3,
                },
            ],
            None
        );
        Assert.Contains("outside root's limits", Assert.Single(pools[0].Problems), StringComparison.Ordinal);
        Assert.EndsWith("resctrl=rgp_p0", server.Snapshot()[1], StringComparison.Ordinal);

        await ForeignGroupIsKeptAsync(server, client);
        await client.ReleaseAllAsync(None);
        Assert.Equal(
            before
                .Select(s => s.Replace("resctrl=", "resctrl=rgp_p0", StringComparison.Ordinal))
                .Take(2)
                .Append(before[2]),
            server.Snapshot(),
            StringComparer.Ordinal
        );
        Assert.Equal(0, provision.Unprovision());
        Assert.Equal(before, server.Snapshot());
        Assert.Empty(FileRoot.Machine.DirectoryNames(server.Group));
        Assert.Equal(string.Empty, FileRoot.Machine.ReadTrimmed(server.Group + "/cgroup.subtree_control"));
        Assert.Equal(["info", "mon_data", "mon_groups"], FileRoot.Machine.DirectoryNames(Resctrl));
        AssertNothingOfRoots(server, withParent: false);
    }

    // What could not be given back is not taken: the other levers are used.
    private static async Task ForeignGroupIsKeptAsync(FakeServer server, SidecarClient client)
    {
        Assert.Equal(0, KernelFile.MakeDirectory(Resctrl + "/foreign"));
        Assert.Equal(0, KernelFile.Write(Resctrl + "/foreign/tasks", Text(server.Children[2])));

        await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    CpuShare = 0.2,
                    FirstWay = 0,
                    WayCount = 3,
                },
            ],
            None
        );
        var move = Assert.Single(await client.MoveAsync([new(server.Children[2], 1)], None));

        Assert.Equal(MoveStatus.Partial, move.Status);
        Assert.Contains("only root could return it", move.Detail, StringComparison.Ordinal);
        Assert.EndsWith("resctrl=foreign", server.Snapshot()[2], StringComparison.Ordinal);
        Assert.Contains("/rgp_p1 ", server.Snapshot()[2], StringComparison.Ordinal);
        await client.MoveAsync([new(server.Children[2], 0)], None);
        Assert.EndsWith("resctrl=foreign", server.Snapshot()[2], StringComparison.Ordinal);
        Assert.Equal(0, KernelFile.RemoveDirectory(Resctrl + "/foreign"));
    }

    // What systemd does for ExecReload= and ExecStop= of a unit with Delegate=.
    internal static async Task ControlProcessAsync(VmSession session)
    {
        Directory.CreateDirectory("/run/systemd/system");
        using var server = session.StartServer(1);
        using var outside = FakeServer.Start(1);
        await session.Client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.2 }], None);
        var control = server.Group + "/.control";

        Assert.Equal("threaded", FileRoot.Machine.ReadTrimmed(control + "/cgroup.type"));
        Assert.Equal(0, KernelFile.Write(control + "/cgroup.procs", Text(outside.Children[0])));
        Assert.Equal(0, KernelFile.Write(outside.Group + "/cgroup.procs", Text(outside.Children[0])));

        await session.Client.ReleaseAllAsync(None);
        Assert.Empty(FileRoot.Machine.DirectoryNames(server.Group));
        Assert.Equal("domain", FileRoot.Machine.ReadTrimmed(server.Group + "/cgroup.type"));
        Directory.Delete("/run/systemd/system");
    }

    private static SidecarUnderTest StartUnprivileged(FakeServer server, ProvisionUnderTest provision) =>
        SidecarUnderTest.StartAs(
            ProvisionUnderTest.Nobody,
            ["--postmaster", Text(server.ProcessId), "--lease-ms", "60000", .. provision.GuardOptions]
        );

    private static void AssertNothingOfRoots(FakeServer server, bool withParent = true)
    {
        string[] roots =
        [
            Resctrl + "/tasks",
            Resctrl + "/schemata",
            Resctrl + "/mode",
            Resctrl + "/cpus",
            "/sys/fs/cgroup/cgroup.procs",
            server.Group,
            server.Group + "/cpu.weight",
            server.Group + "/cgroup.subtree_control",
            .. withParent
                ? [Resctrl + "/rgp_p0/schemata", Resctrl + "/rgp_p1/mode"]
                : new[] { server.Group + "/cgroup.procs" },
        ];
        Assert.All(roots, path => Assert.Equal(0u, FileOwner.Read(path)!.Value.User));
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
