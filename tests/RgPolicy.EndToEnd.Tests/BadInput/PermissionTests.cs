using System.Diagnostics;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.BadInput;

/// <summary>A sidecar that may not make a cgroup.</summary>
public sealed class PermissionTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    [RootFact]
    public async Task Run_SidecarWithoutRights_SaysWhatIsMissingAndTheLoopGoesOn()
    {
        var cluster = fixture.Server.Cluster;
        var directory = Path.Combine(cluster.RootDirectory, "sidecar");
        await using var sidecar = ChildProgram.Start(
            "/usr/bin/setpriv",
            [
                "--reuid=postgres",
                "--regid=postgres",
                "--init-groups",
                "--",
                ProductFiles.Sidecar,
                "guard",
                "--data-directory",
                cluster.DataDirectory,
                "--state-dir",
                directory,
                "--socket",
                Path.Combine(directory, "s"),
            ]
        );
        await ListensAsync(Path.Combine(directory, "s"));
        await using var service = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                ProductFiles.Path("policies", "htap.rgp"),
                "--level",
                "enforce",
                "--server",
                cluster.Url(BenchRoles.Observer, BenchServer.Database),
                "--sidecar",
                Path.Combine(directory, "s"),
                "--status-socket",
                Path.Combine(directory, "service"),
                "--pause-file",
                Path.Combine(directory, "paused"),
                "--for",
                "6s",
            ]
        );
        await using var scan = await LiveQuery.StartAsync(fixture.Server, BenchRoles.Analytics, LiveQuery.Scan);

        Assert.True(await service.WaitAsync(TimeSpan.FromSeconds(30)), "the service did not end after its time");
        var said = service.Output + service.Errors + sidecar.Errors;
        Assert.True(said.Contains("cgroup", StringComparison.OrdinalIgnoreCase), said);
        Assert.DoesNotContain("   at ", service.Errors + sidecar.Errors, StringComparison.Ordinal);
        Assert.Equal(ProcessFacts.CpuGroup(cluster.PostmasterProcessId), scan.Governance.CpuGroup);
    }

    private static async Task ListensAsync(string socket)
    {
        var clock = Stopwatch.StartNew();
        while (!File.Exists(socket) && clock.Elapsed < TimeSpan.FromSeconds(15))
            await Task.Delay(20);
    }
}
