using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;

namespace RgPolicy.Host.Tests.Levers;

public sealed class SidecarFixTests
{
    [Fact]
    public void For_AServerThatRuns_CanBePasted() =>
        Assert.Equal(
            "sudo rgp-sidecar guard --data-directory \"$(sudo readlink /proc/4711/cwd)\"",
            SidecarFix.For(
                new ServerProcess
                {
                    ProcessId = 4711,
                    StartTime = 1,
                    UserId = 26,
                    Hierarchy = null,
                    HasCpuController = false,
                    ChildrenAreSessions = null,
                    Storage = new StorageFacts(null, null),
                }
            )
        );

    [Fact]
    public void For_NoServer_IsInWords() => Assert.StartsWith("# ", SidecarFix.For(null), StringComparison.Ordinal);
}
