using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Whoever dies, the server's processes are as they were within two seconds.</summary>
[Collection(HostCollection.Name)]
public sealed class RestoreTests
{
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        Cores = [Topology.Read(FileRoot.Machine).Cpus[^1]],
    };

    // From the last heartbeat on: the lease itself, then the bound of every restoring.
    private static TimeSpan LeaseBound => TimeSpan.FromMilliseconds(4500) + Eventually.RestoreBound;

    [RootTheory]
    [InlineData("mover")]
    [InlineData("guard")]
    [InlineData("client")]
    [InlineData("mover guard")]
    [InlineData("guard mover")]
    [InlineData("client mover")]
    [InlineData("client guard")]
    public async Task Kill_OneOrTwo_EverythingIsBack(string victims)
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        var before = server.Snapshot();
        for (var round = 0; round < 2; round++)
        {
            var (client, state) = await ConnectAndGovernAsync(sidecar, server);
            foreach (var victim in victims.Split(' '))
                await KillAsync(victim, client, state);

            Eventually.True(() => IsAsBefore(server, before), "processes restored", Eventually.RestoreBound);
            Eventually.True(() => server.PoolGroups().Length == 0, "groups removed", Eventually.RestoreBound);
            if (victims is "mover guard" or "guard mover")
            {
                await client.Ended;
                Eventually.True(() => sidecar.Running().Length == 0, "no half is left");
                sidecar.StartGuard();
            }

            await client.DisposeAsync();
        }

        Eventually.True(() => sidecar.Running().Length == 2, "one guard and one mover run");
    }

    [RootTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Kill_AllThree_NextStartRestores(bool byReset)
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        var before = server.Snapshot();
        await GovernAndLoseAllAsync(sidecar, server);
        Assert.NotEqual(before, server.Snapshot());
        await File.AppendAllTextAsync(Path.Join(sidecar.Directory, "journal"), "{\"boot\":\"torn");

        if (byReset)
        {
            Assert.Equal(0, sidecar.Reset());
        }
        else
        {
            sidecar.StartGuard();
            await using var next = await sidecar.ConnectAsync();
            Assert.Empty((await next.GetStateAsync(CancellationToken.None)).Moved);
        }

        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
    }

    [RootTheory]
    [InlineData("")]
    [InlineData("no journal any more")]
    [InlineData("no journal any more\n\0\0\0\0{}[]\u00ff\n")]
    public async Task Start_JournalIsDamaged_StraysGetWhatTheMainProcessHas(string text)
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        var before = server.Snapshot();
        await GovernAndLoseAllAsync(sidecar, server);
        await File.WriteAllTextAsync(Path.Join(sidecar.Directory, "journal"), text);

        sidecar.StartGuard();
        await using var next = await sidecar.ConnectAsync();

        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
        Eventually.True(
            () => sidecar.Said.Contains("the journal is damaged", StringComparison.Ordinal),
            "the damage is said"
        );
        await GovernAsync(next, server);
    }

    [RootTheory]
    [InlineData(ServerPlace.OwnGroup)]
    [InlineData(ServerPlace.AsStarted)]
    public async Task Start_JournalIsGone_StraysAreLetGoAndNoPoolIsAnOriginal(object place)
    {
        using var server = FakeServer.Start(place: (ServerPlace)place);
        using var sidecar = SidecarUnderTest.Guarding(server);
        var before = server.Snapshot();
        await GovernAndLoseAllAsync(sidecar, server);
        Assert.NotEqual(before, server.Snapshot());
        File.Delete(Path.Join(sidecar.Directory, "journal"));

        sidecar.StartGuard();
        await using var next = await sidecar.ConnectAsync();

        Assert.Equal(before, server.Snapshot());
        Eventually.True(
            () => sidecar.Said.Contains("there was no journal, and", StringComparison.Ordinal),
            "it is said"
        );
        await GovernAsync(next, server);
        Assert.DoesNotContain(
            "\"cgroupPath\":\"/rgp_",
            await File.ReadAllTextAsync(Path.Join(sidecar.Directory, "journal")),
            StringComparison.Ordinal
        );
        await next.ReleaseAllAsync(CancellationToken.None);
        Assert.Equal(before, server.Snapshot());
    }

    [RootFact]
    public async Task Move_ProcessThatStandsInAPoolOfNobodys_HasItsMainProcessesPlaceAsItsOriginal()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();
        await client.ConfigureAsync(
            [new PoolSpec { Number = 1, CpuShare = 0.5 }, new PoolSpec { Number = 2, CpuShare = 0.5 }],
            CancellationToken.None
        );
        // As one that a sidecar without a journal has left, after this one has started.
        var stray = server.PoolGroups().Order(StringComparer.Ordinal).Last();
        Assert.Equal(0, KernelFile.Write($"{server.Group}/{stray}/cgroup.procs", $"{server.Children[0]}"));

        await client.MoveAsync([new MoveRequest(server.Children[0], 1)], CancellationToken.None);
        await client.ReleaseAllAsync(CancellationToken.None);

        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
    }

    [RootFact]
    public async Task Reset_OfAnotherStateDirectory_LeavesARunningSidecarsGroups()
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        using var other = SidecarUnderTest.Idle();
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync(
            [new PoolSpec { Number = 1, CpuShare = 0.5 }, new PoolSpec { Number = 2, CpuShare = 0.5 }],
            CancellationToken.None
        );
        await client.MoveAsync([new MoveRequest(server.Children[0], 1)], CancellationToken.None);
        var (groups, governed) = (server.PoolGroups(), server.Snapshot());

        Assert.Equal(0, other.Reset());

        Assert.Equal(2, groups.Length);
        Assert.Equal(groups, server.PoolGroups());
        Assert.Equal(governed, server.Snapshot());
        Assert.Contains("is a running sidecar's", other.Said, StringComparison.Ordinal);
        await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
        sidecar.KillBoth();
        Eventually.True(
            () => other.Reset() == 0 && server.PoolGroups().Length <= 1,
            "an empty group that nobody uses is removed"
        );
    }

    [RootFact]
    public async Task Lease_ClientIsSilent_EverythingIsBackAndTheClientIsDropped()
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server, "--lease-ms", "1500");
        var before = server.Snapshot();
        await using var client = await sidecar.ConnectAsync();
        var state = await GovernAsync(client, server);

        Eventually.True(() => IsAsBefore(server, before), "processes restored", LeaseBound);
        await Assert.ThrowsAsync<SidecarException>(() => client.HeartbeatAsync(relaxed: false, CancellationToken.None));
        await using var again = await sidecar.ConnectAsync();
        Assert.Equal(state.MoverProcessId, (await again.GetStateAsync(CancellationToken.None)).MoverProcessId);
    }

    [RootFact]
    public async Task Lease_MoverIsStuck_GuardEndsItAndRestores()
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server, "--lease-ms", "1500");
        var before = server.Snapshot();
        await using var client = await sidecar.ConnectAsync();
        var state = await GovernAsync(client, server);

        _ = Libc.Kill(state.MoverProcessId, 19);

        Eventually.True(() => IsAsBefore(server, before), "processes restored", LeaseBound);
        await using var next = await sidecar.ConnectAsync();
        var after = await next.GetStateAsync(CancellationToken.None);
        Assert.Equal(state.GuardProcessId, after.GuardProcessId);
        Assert.NotEqual(state.MoverProcessId, after.MoverProcessId);
    }

    [RootFact]
    public async Task Lease_HeartbeatsCome_StaysGoverned()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server, "--lease-ms", "1500");
        await using var client = await sidecar.ConnectAsync();
        await GovernAsync(client, server);
        for (var beat = 0; beat < 25; beat++)
        {
            Pause.Milliseconds(100);
            await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
        }

        Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);
    }

    [RootTheory]
    [InlineData(15)]
    [InlineData(2)]
    public async Task Terminate_Guard_RestoresRemovesAndEndsWithZero(int signal)
    {
        if (IsIgnored(signal))
            return;

        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        var before = server.Snapshot();
        await using var client = await sidecar.ConnectAsync();
        var state = await GovernAsync(client, server);

        _ = Libc.Kill(state.GuardProcessId, signal);

        Eventually.True(() => IsAsBefore(server, before), "restored", Eventually.RestoreBound);
        Eventually.True(() => sidecar.Running().Length == 0, "both halves ended");
        Assert.Empty(server.PoolGroups());
        Assert.False(File.Exists(sidecar.Socket));
    }

    // A shell's background job, and whatever it starts, ignores SIGINT for good.
    private static bool IsIgnored(int signal)
    {
        var line =
            Array.Find(
                FileRoot.Machine.ReadLines("/proc/self/status"),
                l => l.StartsWith("SigIgn:", StringComparison.Ordinal)
            ) ?? "SigIgn: 0";
        return (Convert.ToUInt64(line[7..].Trim(), 16) >> (signal - 1) & 1) != 0;
    }

    [RootFact]
    public async Task Reset_JournalNamesAReusedNumber_LeavesTheNewProcessAlone()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await client.DisposeAsync();
        var boot = FileRoot.Machine.ReadTrimmed("/proc/sys/kernel/random/boot_id");
        var child = server.Children[0];
        var start = ProcessStat.Read(FileRoot.Machine, child)!.Value.StartTime;
        sidecar.KillBoth();
        var line =
            "{\"boot\":\""
            + boot
            + "\",\"process\":{\"processId\":"
            + child
            + ",\"startTime\":"
            + (start + 1)
            + ",\"touched\":2,\"cgroupVersion\":1,\"cgroupPath\":\"/\",\"threads\":[{\"threadId\":"
            + child
            + ",\"cpus\":\"0\",\"ioPriority\":0}]}}\n";
        await File.WriteAllTextAsync(Path.Join(sidecar.Directory, "journal"), line);
        var before = server.Snapshot();

        Assert.Equal(0, sidecar.Reset());
        Assert.Equal(before, server.Snapshot());
    }

    [RootFact]
    public async Task Reset_WhileASidecarRuns_DoesNothing()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await GovernAsync(client, server);

        Assert.Equal(3, sidecar.Reset());
        Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);
    }

    // A mover that is about to end, because its guard was killed, may still have accepted the connection.
    private static async Task<(SidecarClient Client, SidecarState State)> ConnectAndGovernAsync(
        SidecarUnderTest sidecar,
        FakeServer server
    )
    {
        for (var attempt = 0; ; attempt++)
        {
            var client = await sidecar.ConnectAsync();
            try
            {
                return (client, await GovernAsync(client, server));
            }
            catch (SidecarException) when (attempt < 5)
            {
                await client.DisposeAsync();
            }
        }
    }

    private static bool IsAsBefore(FakeServer server, string[] before) =>
        server.Snapshot().SequenceEqual(before, StringComparer.Ordinal);

    private static async Task<SidecarState> GovernAsync(SidecarClient client, FakeServer server)
    {
        await client.ConfigureAsync([Narrow], CancellationToken.None);
        var outcomes = await client.MoveAsync(
            [.. server.Children.Select(c => new MoveRequest(c, 1))],
            CancellationToken.None
        );
        Assert.All(outcomes, o => Assert.Equal(MoveStatus.Done, o.Status));
        return await client.GetStateAsync(CancellationToken.None);
    }

    private static async Task KillAsync(string victim, SidecarClient client, SidecarState state)
    {
        switch (victim)
        {
            case "mover":
                _ = Libc.Kill(state.MoverProcessId, 9);
                break;
            case "guard":
                _ = Libc.Kill(state.GuardProcessId, 9);
                break;
            default:
                await client.DisposeAsync();
                break;
        }
    }

    [RootFact]
    public async Task Kill_AllThree_WhatOperatorsTypeByHandRemovesTheGroups()
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        var before = Groups(server);
        await GovernAndLoseAllAsync(sidecar, server);
        Assert.NotEmpty(server.PoolGroups());

        EmergencyPage.TypeByHand(server.Group);

        Assert.Empty(server.PoolGroups());
        Assert.Equal(before, Groups(server));

        static string?[] Groups(FakeServer server) =>
            [.. server.Children.Select(child => CgroupHierarchy.Find(FileRoot.Machine, child)?.Path)];
    }

    private static async Task GovernAndLoseAllAsync(SidecarUnderTest sidecar, FakeServer server)
    {
        await using var client = await sidecar.ConnectAsync();
        await GovernAsync(client, server);

        // The client must not see the end: a dead one cannot rescue.
        sidecar.StopBoth();
        await client.DisposeAsync();
        sidecar.KillBoth();
    }
}
