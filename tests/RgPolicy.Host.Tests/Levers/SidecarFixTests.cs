using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;

namespace RgPolicy.Host.Tests.Levers;

public sealed class SidecarFixTests
{
    private static readonly HostFacts Nothing = new()
    {
        KernelRelease = "6.18",
        IsRoot = true,
        Topology = new Topology([0, 1], []),
        Resctrl = null,
        KnowsResctrl = false,
        Autogroup = null,
        Pressure = default,
        Server = null,
    };

    private static readonly HostFacts WithServer = Nothing with
    {
        Server = new ServerProcess
        {
            ProcessId = 4711,
            StartTime = 1,
            UserId = 26,
            Hierarchy = null,
            HasCpuController = false,
            ChildrenAreSessions = null,
            Storage = new StorageFacts(null, null),
        },
    };

    [Fact]
    public void For_AServerThatRuns_CanBePasted()
    {
        const string Data = "\"$(sudo readlink /proc/4711/cwd)\"";
        Assert.Equal($"sudo rgp-sidecar guard --data-directory {Data}", SidecarFix.For(WithServer));
        Assert.Equal(
            $"sudo rgp-sidecar provision --data-directory {Data} --limits /etc/rgpolicy/limits.json",
            SidecarFix.Provision(WithServer)
        );
    }

    [Fact]
    public void For_WhereTheUnitsAreInstalled_StartsThemForThatServer()
    {
        var installed = WithServer with { HasUnits = true };
        Assert.Equal(
            "echo \"RGPOLICY_DATA_DIRECTORY=$(sudo readlink /proc/4711/cwd)\" | sudo tee /etc/default/rgpolicy-sidecar\n"
                + "sudo systemctl enable rgpolicy-provision rgpolicy-sidecar && "
                + "sudo systemctl restart rgpolicy-provision rgpolicy-sidecar",
            SidecarFix.For(installed)
        );
        Assert.StartsWith(
            "sudo systemctl reload-or-restart rgpolicy-provision ",
            SidecarFix.Provision(installed),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void For_NoServer_IsInWords()
    {
        Assert.StartsWith("# ", SidecarFix.For(Nothing), StringComparison.Ordinal);
        Assert.StartsWith("# ", SidecarFix.Provision(Nothing), StringComparison.Ordinal);
    }
}
