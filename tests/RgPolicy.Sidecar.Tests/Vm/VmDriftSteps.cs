using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>What pools rest on goes away and comes back while processes are governed.</summary>
internal static class VmDriftSteps
{
    private const string Resctrl = ResctrlFacts.Directory;
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        FirstWay = 0,
        WayCount = 2,
    };
    private static readonly CancellationToken None = CancellationToken.None;

    internal static async Task RemountAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var before = server.Snapshot();
        await GovernAsync(session, server);
        var governed = server.Snapshot();

        Assert.Equal(0, Run("umount", Resctrl));
        await BeatUntilAsync(
            session,
            async () => (await DriftAsync(session)).Contains("resctrl:", StringComparison.Ordinal),
            "the unmount is said"
        );
        Assert.EndsWith(" resctrl=", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);

        Assert.Equal(0, Run("mount", "-t", "resctrl", "resctrl", Resctrl));
        await BeatUntilAsync(
            session,
            () => Task.FromResult(server.Snapshot().SequenceEqual(governed, StringComparer.Ordinal)),
            "governed as before the unmount"
        );
        await session.Client.ReleaseAllAsync(None);
        Assert.Equal(before, server.Snapshot());
        Assert.False(Directory.Exists(Resctrl + "/rgp_1"));
    }

    internal static async Task ServerRestartAsync(VmSession session)
    {
        using (var first = session.StartServer(1))
        {
            await GovernAsync(session, first);
            // As a service manager does: it ends all and removes the unit's groups.
            foreach (var id in first.Children.Append(first.ProcessId))
                _ = Libc.Kill(id, 9);

            Eventually.True(
                () => KernelFile.RemoveDirectory(first.Group + "/rgp_1") is 0 or Errno.NoEntry,
                "the pool's group is empty"
            );
        }

        using var second = session.StartServer(2);
        var before = second.Snapshot();
        await BeatUntilAsync(
            session,
            () => Task.FromResult(Directory.Exists(second.Group + "/rgp_1")),
            "the pools are made anew"
        );
        Assert.Contains("the server:", await DriftAsync(session), StringComparison.Ordinal);
        var moves = await session.Client.MoveAsync([new(second.Children[1], 1)], None);
        Assert.Equal(MoveStatus.Done, Assert.Single(moves).Status);
        Assert.StartsWith(
            CgroupHierarchy.Find(FileRoot.Machine, second.ProcessId)!.Path + "/rgp_1 ",
            second.Snapshot()[1],
            StringComparison.Ordinal
        );
        Assert.EndsWith("resctrl=rgp_1", second.Snapshot()[1], StringComparison.Ordinal);
        await session.Client.ReleaseAllAsync(None);
        Assert.Equal(before, second.Snapshot());
    }

    private static async Task GovernAsync(VmSession session, FakeServer server)
    {
        var pool = Assert.Single(await session.Client.ConfigureAsync([Narrow], None));
        Assert.Empty(pool.Problems);
        var moves = await session.Client.MoveAsync([new(server.Children[0], 1)], None);
        Assert.Equal(MoveStatus.Done, Assert.Single(moves).Status);
        await session.Client.HeartbeatAsync(relaxed: false, None);
    }

    private static async Task BeatUntilAsync(VmSession session, Func<Task<bool>> holds, string what)
    {
        for (var beat = 0; !await holds(); beat++)
        {
            Assert.True(
                beat < 300,
                string.Create(CultureInfo.InvariantCulture, $"not after {beat} heartbeats: {what}")
            );
            await session.Client.HeartbeatAsync(relaxed: false, None);
            Pause.Milliseconds(50);
        }
    }

    private static async Task<string> DriftAsync(VmSession session) =>
        string.Join('\n', (await session.Client.GetStateAsync(None)).Drift ?? []);

    private static int Run(params string[] words)
    {
        using var process = Process.Start(words[0], words[1..]);
        process.WaitForExit();
        return process.ExitCode;
    }
}
