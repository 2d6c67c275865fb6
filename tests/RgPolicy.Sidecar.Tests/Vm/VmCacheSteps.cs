using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>Steps about resctrl on a kernel of its own.</summary>
internal static class VmChangeSteps
{
    private const string Resctrl = ResctrlFacts.Directory;

    private static readonly CancellationToken None = CancellationToken.None;

    internal static async Task MasksAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var client = session.Client;
        Assert.Equal(0, KernelFile.MakeDirectory(Resctrl + "/foreign"));
        var child = server.Children[0].ToString(CultureInfo.InvariantCulture);
        Assert.Equal(0, KernelFile.Write(Resctrl + "/foreign/tasks", child));
        var before = server.Snapshot();
        Assert.Contains("resctrl=foreign", before[0], StringComparison.Ordinal);

        var pools = await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    FirstWay = 0,
                    WayCount = 2,
                    MemoryBandwidthPercent = 45,
                },
                new PoolSpec
                {
                    Number = 2,
                    FirstWay = 15,
                    WayCount = 9,
                    CpuShare = 0.5,
                },
            ],
            None
        );
        var moves = await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 1)], None);

        Assert.Empty(pools[0].Problems);
        Assert.Equal("L3:0=3;1=3 MB:0=50;1=50", pools[0].CacheMask);
        Assert.Contains("not within the 20 ways", Assert.Single(pools[1].Problems), StringComparison.Ordinal);
        Assert.All(moves, m => Assert.Equal(MoveStatus.Done, m.Status));
        Assert.All(server.Snapshot(), s => Assert.EndsWith("resctrl=rgp_1", s, StringComparison.Ordinal));

        await client.MoveAsync([new(server.Children[1], 0)], None);
        Assert.Equal(before[1], server.Snapshot()[1]);
        await client.ReleaseAllAsync(None);
        Assert.Equal(before, server.Snapshot());
        Assert.False(Directory.Exists(Resctrl + "/rgp_1"));
        Assert.True(Directory.Exists(Resctrl + "/foreign"));
        Assert.Equal(0, KernelFile.RemoveDirectory(Resctrl + "/foreign"));
    }

    internal static async Task SharedClassAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var client = session.Client;
        PoolSpec first = new()
        {
            Number = 1,
            ServiceClass = 3,
            FirstWay = 0,
            WayCount = 2,
            DomainWays = [new(1, 4, 3)],
        };
        var pools = await client.ConfigureAsync([first, first with { Number = 2, CpuShare = 0.5 }], None);
        await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 2)], None);

        Assert.All(pools, pool => Assert.Equal("L3:0=3;1=70 MB:0=100;1=100", pool.CacheMask));
        Assert.All(server.Snapshot(), s => Assert.EndsWith("resctrl=rgp_3", s, StringComparison.Ordinal));

        // One pool goes to a class of its own, then away: the other keeps the group.
        pools = await client.ConfigureAsync(
            [first, first with { Number = 2, ServiceClass = 4, DomainWays = null, WayCount = 5 }],
            None
        );
        Assert.Equal("L3:0=1f;1=1f MB:0=100;1=100", pools[1].CacheMask);
        Assert.EndsWith("resctrl=rgp_4", server.Snapshot()[1], StringComparison.Ordinal);
        Assert.Equal(
            ("rgp_4", "rgp_2"),
            CacheMembership.Read(FileRoot.Machine, server.Children[1], server.Children[1])
        );
        Assert.DoesNotContain(
            "rgp_2",
            FileRoot.Machine.DirectoryNames(Resctrl + "/rgp_3/mon_groups"),
            StringComparer.Ordinal
        );
        Assert.EndsWith("resctrl=rgp_3", server.Snapshot()[0], StringComparison.Ordinal);
        await client.ConfigureAsync([first], None);
        Assert.True(Directory.Exists(Resctrl + "/rgp_3") && !Directory.Exists(Resctrl + "/rgp_4"));

        // Holes are for processors that allow them, and domains must be there.
        pools = await client.ConfigureAsync([first with { DomainWays = [new(1, 4, 3), new(1, 9, 2)] }], None);
        Assert.Contains("no holes", Assert.Single(pools[0].Problems), StringComparison.Ordinal);
        pools = await client.ConfigureAsync([first with { DomainWays = [new(7, 4, 3)] }], None);
        Assert.Contains("no L3 domain 7", Assert.Single(pools[0].Problems), StringComparison.Ordinal);
        await client.ReleaseAllAsync(None);
        Assert.False(Directory.Exists(Resctrl + "/rgp_3"));
    }

    internal static async Task PartsAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var client = session.Client;
        PoolSpec pool = new()
        {
            Number = 1,
            CpuShare = 0.5,
            ServiceClass = 3,
            FirstWay = 0,
            WayCount = 4,
        };
        var idle = pool with { Number = 7, PartOf = 1 };
        var own = idle with { ServiceClass = 4, FirstWay = 4, WayCount = 2 };

        // While no query has the part it is in its pool's class; then it has ways, and nothing else, of its own.
        await client.ConfigureAsync([pool, idle], None);
        await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 7)], None);
        Assert.All(server.Snapshot(), s => Assert.EndsWith("resctrl=rgp_3", s, StringComparison.Ordinal));
        var groups = server.Snapshot().Select(s => s[..s.IndexOf("resctrl", StringComparison.Ordinal)]).ToArray();
        var pools = await client.ConfigureAsync([pool, own], None);

        Assert.All(pools, each => Assert.Empty(each.Problems));
        Assert.Equal("L3:0=30;1=30 MB:0=100;1=100", pools[1].CacheMask);
        Assert.EndsWith("resctrl=rgp_3", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.EndsWith("resctrl=rgp_4", server.Snapshot()[1], StringComparison.Ordinal);
        Assert.Equal(
            groups,
            server.Snapshot().Select(s => s[..s.IndexOf("resctrl", StringComparison.Ordinal)]),
            StringComparer.Ordinal
        );

        await client.MoveAsync([new(server.Children[1], 1)], None);
        await client.ConfigureAsync([pool, idle], None);
        Assert.All(server.Snapshot(), s => Assert.EndsWith("resctrl=rgp_3", s, StringComparison.Ordinal));
        Assert.False(Directory.Exists(Resctrl + "/rgp_4"));
        await client.ReleaseAllAsync(None);
        Assert.False(Directory.Exists(Resctrl + "/rgp_3"));
    }

    internal static async Task NoClassLeftAsync(VmSession session)
    {
        var foreign = Enumerable.Range(0, 15).Select(i => $"{Resctrl}/foreign{i}").ToArray();
        Assert.All(foreign, f => Assert.Equal(0, KernelFile.MakeDirectory(f)));
        using var server = session.StartServer(1);
        var client = session.Client;
        var pools = await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    CpuShare = 0.3,
                    FirstWay = 0,
                    WayCount = 2,
                },
            ],
            None
        );
        var moves = await client.MoveAsync([new(server.Children[0], 1)], None);

        var pool = Assert.Single(pools);
        Assert.Contains("no class of service is free", Assert.Single(pool.Problems), StringComparison.Ordinal);
        Assert.Equal(0.3, pool.CpuShare ?? 0, 3);
        Assert.Null(pool.CacheMask);
        Assert.Equal(MoveStatus.Done, Assert.Single(moves).Status);
        Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.All(foreign, f => Assert.Equal(0, KernelFile.RemoveDirectory(f)));
        await client.ReleaseAllAsync(None);
    }

    internal static async Task DriftAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var client = session.Client;
        await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    FirstWay = 0,
                    WayCount = 2,
                },
            ],
            None
        );
        await client.MoveAsync([new(server.Children[0], 1)], None);
        await client.HeartbeatAsync(relaxed: false, None);
        var governed = server.Snapshot();

        // Another manager: other masks, and our process in the default group.
        Assert.Equal(0, KernelFile.Write(Resctrl + "/rgp_1/schemata", "L3:0=ff\n"));
        Assert.Equal(
            0,
            KernelFile.Write(Resctrl + "/tasks", server.Children[0].ToString(CultureInfo.InvariantCulture))
        );
        await BackAsync(session, server, governed);

        // A whole processor goes and comes back, wide open in every group.
        Assert.All([2, 3], cpu => Assert.Equal(0, KernelFile.Write($"/sys/devices/system/cpu/cpu{cpu}/online", "0")));
        Assert.All([2, 3], cpu => Assert.Equal(0, KernelFile.Write($"/sys/devices/system/cpu/cpu{cpu}/online", "1")));
        await BackAsync(session, server, governed);

        var state = await client.GetStateAsync(None);
        Assert.Contains(state.Drift ?? [], line => line.StartsWith("pool 1: schemata", StringComparison.Ordinal));
        await client.ReleaseAllAsync(None);
    }

    internal static async Task CpusAsync(VmSession session)
    {
        var client = session.Client;
        var all = FileRoot.Machine.ReadTrimmed(Resctrl + "/cpus_list");
        PoolSpec first = new()
        {
            Number = 1,
            FirstWay = 0,
            WayCount = 2,
            CacheCpus = [1],
        };
        var pools = await client.ConfigureAsync(
            [
                first,
                new PoolSpec
                {
                    Number = 2,
                    FirstWay = 4,
                    WayCount = 4,
                    CacheCpus = [2, 3],
                },
            ],
            None
        );

        Assert.All(pools, pool => Assert.Empty(pool.Problems));
        Assert.Equal(("1", "2-3"), (pools[0].CacheCpus, pools[1].CacheCpus));
        Assert.StartsWith("L3:0=3;1=3", pools[0].CacheMask, StringComparison.Ordinal);
        Assert.Equal("0", FileRoot.Machine.ReadTrimmed(Resctrl + "/cpus_list"));

        // A CPU goes to the other pool, the other one back to everybody, and the masks are others.
        pools = await client.ConfigureAsync([first with { WayCount = 8, CacheCpus = [1, 2] }], None);
        Assert.Equal("1-2", Assert.Single(pools).CacheCpus);
        Assert.StartsWith("L3:0=ff;1=ff", pools[0].CacheMask, StringComparison.Ordinal);
        Assert.Equal("0,3", FileRoot.Machine.ReadTrimmed(Resctrl + "/cpus_list"));

        // Another program takes them away: that is fixed.
        Assert.Equal(0, KernelFile.Write(Resctrl + "/rgp_1/cpus_list", "\n"));
        for (var beat = 0; FileRoot.Machine.ReadTrimmed(Resctrl + "/rgp_1/cpus_list") != "1-2"; beat++)
        {
            Assert.True(beat < 300, "the CPUs did not come back");
            await client.HeartbeatAsync(relaxed: false, None);
            Pause.Milliseconds(50);
        }

        var state = await client.GetStateAsync(None);
        _ = Libc.Kill(state.MoverProcessId, 9);
        Eventually.True(
            () => FileRoot.Machine.ReadTrimmed(Resctrl + "/cpus_list") == all,
            "all CPUs given back",
            Eventually.RestoreBound
        );
        Assert.False(Directory.Exists(Resctrl + "/rgp_1"));
        await client.Ended;
        await session.ReconnectAsync();
    }

    private static async Task BackAsync(VmSession session, FakeServer server, string[] governed)
    {
        for (var beat = 0; !IsAsWished(server, governed); beat++)
        {
            Assert.True(
                beat < 300,
                $"not as wished: {FileRoot.Machine.ReadText(Resctrl + "/rgp_1/schemata")} {server.Snapshot()[0]}"
            );
            await session.Client.HeartbeatAsync(relaxed: false, None);
            Pause.Milliseconds(50);
        }
    }

    private static bool IsAsWished(FakeServer server, string[] governed) =>
        server.Snapshot().SequenceEqual(governed, StringComparer.Ordinal)
        && CacheGroups.ReadBack(FileRoot.Machine, new CacheGroup("rgp_1", Resctrl + "/rgp_1")) is { } masks
        && masks.StartsWith("L3:0=3;1=3 ", StringComparison.Ordinal);
}
