using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>Tries the shipped units as a client of the sidecar that systemd runs; itself a unit's program.</summary>
internal static class VmUnits
{
    private const string Database = "database.service";
    private const string Provision = "rgpolicy-provision.service";
    private const string Sidecar = "rgpolicy-sidecar.service";
    private const string Resctrl = ResctrlFacts.Directory;
    private const string Group = "/sys/fs/cgroup/system.slice/" + Database;
    private static readonly string[] NothingOfOurs = ["info", "mon_data", "mon_groups"];
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        Cores = [1, 2],
        FirstWay = 0,
        WayCount = 3,
    };
    private static readonly CancellationToken None = CancellationToken.None;

    internal static async Task<int> RunAsync()
    {
        try
        {
            Assert.Equal(0, Systemctl("start", Provision));
            Assert.Equal(0, Systemctl("start", Sidecar));
            await GovernAsync();
            // The server's group is a new one: its drop-in has it provisioned again, and the sidecar goes on.
            Assert.Equal(0, Systemctl("restart", Database));
            Eventually.True(() => Directory.Exists(Group + "/rgp_p1"), "provisioned again");
            await GovernAsync();
            Assert.Equal(0, Systemctl("stop", Sidecar));
            Assert.Equal(0, Systemctl("stop", Provision));
            Assert.Equal(NothingOfOurs, FileRoot.Machine.DirectoryNames(Resctrl));
            Assert.DoesNotContain(
                FileRoot.Machine.DirectoryNames(Group),
                n => n.StartsWith("rgp", StringComparison.Ordinal)
            );
            await Console.Out.WriteLineAsync("all steps held");
            return 0;
        }
        catch (Exception e)
        {
            await Console.Out.WriteLineAsync($"FAIL {e}");
            _ = Systemctl("status", "--no-pager", "--lines=30", Provision, Sidecar, Database);
            return 1;
        }
    }

    private static async Task GovernAsync()
    {
        await using var client = await SidecarUnderTest.ConnectAsync(SidecarDefaults.SocketPath);
        var state = await client.GetStateAsync(None);
        Assert.All(new[] { state.GuardProcessId, state.MoverProcessId }, AssertConfined);
        var server = state.Postmaster ?? 0;
        var children =
            FileRoot.Machine.ReadTrimmed(Invariant($"/proc/{server}/task/{server}/children")) ?? string.Empty;
        var child = int.Parse(children.Split(' ')[0], CultureInfo.InvariantCulture);
        var before = FakeServer.Snapshot(child);

        var pool = Assert.Single(await client.ConfigureAsync([Narrow], None));
        var move = Assert.Single(await client.MoveAsync([new(child, 1)], None));

        Assert.Empty(pool.Problems);
        Assert.Equal("cgroup v2 cpu.weight=20", pool.CpuLever);
        Assert.StartsWith("L3:0=7;1=7 ", pool.CacheMask, StringComparison.Ordinal);
        Assert.Equal((MoveStatus.Done, string.Empty), (move.Status, move.Detail));
        Assert.Contains("/rgp_p1 cpus=1-2 ", FakeServer.Snapshot(child), StringComparison.Ordinal);
        // The control process of a reload is put beside the pools' groups.
        Assert.Equal(0, Systemctl("reload", Database));
        await client.ReleaseAllAsync(None);
        Assert.Equal(
            before.Replace("resctrl=rgp_p0", "resctrl=", StringComparison.Ordinal),
            FakeServer.Snapshot(child).Replace("resctrl=rgp_p0", "resctrl=", StringComparison.Ordinal)
        );
    }

    private static void AssertConfined(int process)
    {
        var status = FileRoot.Machine.ReadLines(Invariant($"/proc/{process}/status"));
        Assert.Equal(
            FileOwner.Read("/var/lib/database")!.Value.User,
            (uint)ProcessUser.Read(FileRoot.Machine, process)!.Value
        );
        foreach (
            var line in new[]
            {
                "CapEff:\t0000000000000000",
                "CapBnd:\t0000000000000000",
                "NoNewPrivs:\t1",
                "Seccomp:\t2",
            }
        )
            Assert.Contains(line, status, StringComparer.Ordinal);
    }

    private static int Systemctl(params string[] words)
    {
        using var process = Process.Start("systemctl", words);
        process.WaitForExit();
        return process.ExitCode;
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
