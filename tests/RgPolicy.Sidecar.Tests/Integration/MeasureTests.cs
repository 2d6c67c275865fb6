using System.Diagnostics;
using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Tests.Integration;

[Collection(HostCollection.Name)]
public sealed class MeasureTests
{
    [RootFact]
    public async Task Measure_OnThisHost_SaysEachLeversEffectAndLeavesNothing()
    {
        using var server = FakeServer.Start(1);
        var start = new ProcessStartInfo(
            SidecarUnderTest.Command[0],
            [.. SidecarUnderTest.Command.Skip(1), "measure", "--postmaster", $"{server.ProcessId}"]
        )
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var lines = (await process.StandardOutput.ReadToEndAsync())
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(l => l.Split('\t'))
            .ToArray();
        await process.WaitForExitAsync();

        Assert.Equal(0, process.ExitCode);
        string[] expected =
            Topology.Read(FileRoot.Machine).Cpus.Length > 1
                ? ["cpu_cgroup", "cgroup_move", "affinity", "nice", "sched_batch", "eevdf_slice"]
                : ["cpu_cgroup", "cgroup_move", "nice", "sched_batch", "eevdf_slice"];
        Assert.Equal(expected, lines.Select(l => l[0]), StringComparer.Ordinal);
        // A share of a tenth shows unless other programs take the CPU altogether.
        Assert.True(lines[0][1] is "effective" or "unclear", string.Join(' ', lines[0]));
        Assert.Contains("worst ", lines[1][2], StringComparison.Ordinal);
        Assert.Empty(server.PoolGroups());
    }
}
