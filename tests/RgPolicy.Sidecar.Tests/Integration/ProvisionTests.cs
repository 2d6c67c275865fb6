using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Guard and mover as the server's user, without a capability, with what root handed over once.</summary>
[Collection(HostCollection.Name)]
public sealed class ProvisionTests
{
    private const string OneAndTwo =
        """{ "pools": [ { "number": 1, "least_cpu_share": 0.1 }, { "number": 2, "most_cpu_share": 0.5 } ] }""";

    private static readonly CancellationToken None = CancellationToken.None;

    private static int LastCpu => Topology.Read(FileRoot.Machine).Cpus[^1];

    [RootFact]
    public async Task Provision_ThenGuardAsTheServersUser_GovernsAndGivesBackWithoutRights()
    {
        using var server = FakeServer.Start(asNobody: true);
        using var provision = new ProvisionUnderTest(OneAndTwo);
        Assert.Equal(0, provision.Provision(server));
        using var sidecar = SidecarUnderTest.StartAs(
            ProvisionUnderTest.Nobody,
            ["--postmaster", Text(server.ProcessId), .. provision.GuardOptions]
        );
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();

        var pools = await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    CpuShare = 0.2,
                    Cores = [LastCpu],
                },
                new PoolSpec { Number = 2, CpuShare = 0.9 },
            ],
            None
        );
        var moves = await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 2)], None);
        var state = await client.GetStateAsync(None);

        Assert.All(new[] { state.GuardProcessId, state.MoverProcessId }, AssertWithoutRights);
        Assert.Empty(pools[0].Problems);
        Assert.Equal(0.2, pools[0].CpuShare ?? 0, 2);
        Assert.Contains("lowered to root's most, 0.5", Assert.Single(pools[1].Problems), StringComparison.Ordinal);
        Assert.All(moves, m => Assert.Equal(MoveStatus.Done, m.Status));
        Assert.Contains($"/rgp_p1 cpus={LastCpu} ", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.Contains("/rgp_p2 ", server.Snapshot()[1], StringComparison.Ordinal);
        Assert.Equal(LeverNames.Used, state.Levers.First(l => l.Lever == LeverNames.CpuCgroup).State);

        await client.ReleaseAllAsync(None);
        Assert.Equal(before, server.Snapshot());
        Assert.Equal(0, provision.Unprovision());
        Assert.Empty(FileRoot.Machine.DirectoryNames(server.Group));
        Assert.Equal(0u, FileOwner.Read(server.Group + "/cgroup.procs")!.Value.User);
    }

    [RootFact]
    public async Task Move_BySidecarWithAnotherGroupThanTheServers_IsRefusedAndTheLeversSayTheCause()
    {
        using var server = FakeServer.Start(asNobody: true);
        using var provision = new ProvisionUnderTest(OneAndTwo);
        Assert.Equal(0, provision.Provision(server));
        using var sidecar = SidecarUnderTest.StartAs(
            ProvisionUnderTest.Nobody,
            ProvisionUnderTest.Nobody - 1,
            ["--postmaster", Text(server.ProcessId), .. provision.GuardOptions]
        );
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();

        _ = await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = 0.2 }], None);
        var move = Assert.Single(await client.MoveAsync([new(server.Children[0], 1, IsClient: true)], None));
        var lever = (await client.GetStateAsync(None)).Levers.First(l => l.Lever == LeverNames.CpuCgroup);

        Assert.Equal(MoveStatus.Refused, move.Status);
        Assert.Contains("does not let the sidecar see", move.Detail, StringComparison.Ordinal);
        Assert.Equal(LeverNames.Missing, lever.State);
        Assert.Contains("runs with group 65533, the server with 65534", lever.Reason, StringComparison.Ordinal);
        Assert.Contains("Group=65534", lever.Fix, StringComparison.Ordinal);
        Eventually.True(
            () => sidecar.Said.Contains("the server with 65534", StringComparison.Ordinal),
            "the start says the cause"
        );
        Assert.Equal(before, server.Snapshot());
    }

    [RootFact]
    public async Task Kill_BothHalvesWithoutRights_NextStartRestores()
    {
        using var server = FakeServer.Start(asNobody: true);
        using var provision = new ProvisionUnderTest(OneAndTwo);
        Assert.Equal(0, provision.Provision(server));
        using var sidecar = SidecarUnderTest.StartAs(
            ProvisionUnderTest.Nobody,
            ["--postmaster", Text(server.ProcessId), .. provision.GuardOptions]
        );
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();
        await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    CpuShare = 0.2,
                    Cores = [LastCpu],
                },
            ],
            None
        );
        await client.MoveAsync([.. server.Children.Select(c => new MoveRequest(c, 1))], None);
        Assert.NotEqual(before, server.Snapshot());

        sidecar.StopBoth();
        await client.DisposeAsync();
        sidecar.KillBoth();
        sidecar.StartGuard();
        await using var next = await sidecar.ConnectAsync();

        Assert.Equal(before, server.Snapshot());
        Assert.Empty((await next.GetStateAsync(None)).Moved);
    }

    [RootFact]
    public async Task Guard_AsTheServersUserWithoutProvision_SaysWhatToRunAndUsesWhatItMay()
    {
        using var server = FakeServer.Start(1, asNobody: true);
        using var sidecar = SidecarUnderTest.StartAs(ProvisionUnderTest.Nobody, "--postmaster", Text(server.ProcessId));
        await using var client = await sidecar.ConnectAsync();

        var pools = await client.ConfigureAsync(
            [
                new PoolSpec
                {
                    Number = 1,
                    CpuShare = 0.2,
                    Cores = [LastCpu],
                },
            ],
            None
        );
        var moves = await client.MoveAsync([new(server.Children[0], 1)], None);
        var state = await client.GetStateAsync(None);

        Assert.Contains(
            "rgp-sidecar provision",
            Assert.Single(Assert.Single(pools).Problems),
            StringComparison.Ordinal
        );
        Assert.Equal(MoveStatus.Done, Assert.Single(moves).Status);
        Assert.Contains($" cpus={LastCpu} ", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.Contains(
            "rgp-sidecar provision",
            state.Levers.First(l => l.Lever == LeverNames.CpuCgroup).Fix,
            StringComparison.Ordinal
        );
    }

    [RootFact]
    public async Task Configure_PoolThatRootDoesNotName_IsRefused()
    {
        using var server = FakeServer.Start(1, asNobody: true);
        using var provision = new ProvisionUnderTest(OneAndTwo);
        using var sidecar = SidecarUnderTest.StartAs(
            ProvisionUnderTest.Nobody,
            ["--postmaster", Text(server.ProcessId), .. provision.GuardOptions]
        );
        await using var client = await sidecar.ConnectAsync();

        var refused = await Assert.ThrowsAsync<SidecarException>(() =>
            client.ConfigureAsync([new PoolSpec { Number = 3, CpuShare = 0.2 }], None)
        );

        Assert.Contains("not among those that root's limits name", refused.Message, StringComparison.Ordinal);
    }

    [RootFact]
    public void Provision_Again_KeepsWhatIsWantedAndTakesBackTheRest()
    {
        using var server = FakeServer.Start(1, asNobody: true);
        using var provision = new ProvisionUnderTest(OneAndTwo);
        Assert.Equal(0, provision.Provision(server));
        Assert.Equal(["rgp_p1", "rgp_p2"], FileRoot.Machine.DirectoryNames(server.Group));
        var kept = Directory.GetCreationTimeUtc(server.Group + "/rgp_p2");

        provision.SetLimits("""{ "pools": [ { "number": 2 }, { "number": 3 } ] }""");
        Assert.Equal(0, provision.Provision(server));

        Assert.Equal(["rgp_p2", "rgp_p3"], FileRoot.Machine.DirectoryNames(server.Group));
        Assert.Equal(kept, Directory.GetCreationTimeUtc(server.Group + "/rgp_p2"));
    }

    [RootTheory]
    [InlineData("{ }", "names no pools")]
    [InlineData("""{ "pools": [ { "number": 1 }, { "number": 1 } ] }""", "twice")]
    [InlineData("""{ "pools": [ { "number": 1, "ways": "0-3,5" } ] }""", "ways must be a range")]
    [InlineData("""{ "pools": [ { "number": 1, "mask": "f" } ] }""", "not understood")]
    public void Provision_LimitsThatSayNothingClear_ChangesNothing(string limits, string said)
    {
        using var server = FakeServer.Start(1, asNobody: true);
        using var provision = new ProvisionUnderTest(limits);

        Assert.Equal(3, provision.Provision(server));

        Assert.Contains(said, provision.Said, StringComparison.Ordinal);
        Assert.Empty(FileRoot.Machine.DirectoryNames(server.Group));
    }

    [RootFact]
    public void Provision_ServerOfRoot_IsRefused()
    {
        using var server = FakeServer.Start(1);
        using var provision = new ProvisionUnderTest(OneAndTwo);

        Assert.Equal(3, provision.Provision(server));
        Assert.Contains("the server's user is root", provision.Said, StringComparison.Ordinal);
    }

    [RootTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void Provision_PidFileThatNamesAProcessInSomebodyElsesGroup_IsRefused(bool isNested)
    {
        using var cron = FakeServer.Start(1, asNobody: true);
        using var job = Process.Start("sleep", "1000");
        var group = isNested ? cron.Group + "/jobs" : cron.Group;
        using var data = new PidFile(cron.ProcessId, ProvisionUnderTest.Nobody);
        using var provision = new ProvisionUnderTest(OneAndTwo);
        try
        {
            Assert.True(!isNested || KernelFile.MakeDirectory(group) == 0);
            Assert.Equal(0, KernelFile.Write(group + "/cgroup.procs", Text(job.Id)));

            Assert.Equal(1, provision.Provision(data.Directory));

            Assert.Contains(
                $"process {job.Id} (sleep) of user 0 is in {group}",
                provision.Said,
                StringComparison.Ordinal
            );
            Assert.Contains("0 cpu groups", provision.Said, StringComparison.Ordinal);
            Assert.DoesNotContain(FileRoot.Machine.DirectoryNames(cron.Group), GroupName.IsProvisioned);
            Assert.Equal(0u, FileOwner.Read(cron.Group + "/cgroup.procs")!.Value.User);
        }
        finally
        {
            job.Kill();
            job.WaitForExit();
            _ = isNested ? KernelFile.RemoveDirectory(group) : 0;
        }

        Assert.Equal(0, provision.Provision(data.Directory));
    }

    private static void AssertWithoutRights(int process)
    {
        var status = FileRoot.Machine.ReadLines($"/proc/{process}/status");
        Assert.Equal(ProvisionUnderTest.Nobody, (uint)ProcessUser.Read(FileRoot.Machine, process)!.Value);
        Assert.Contains("CapEff:\t0000000000000000", status, StringComparer.Ordinal);
        Assert.Contains("CapPrm:\t0000000000000000", status, StringComparer.Ordinal);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
