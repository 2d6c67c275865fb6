using RgPolicy.Cli.Demo.Live;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class DemoReadingTests
{
    private const string Pool =
        "\"pools\":[{\"name\":\"reporting\",\"read_back\":{\"cpu_lever\":\"cgroup v2 cpu.weight=5\"}}]";

    [Theory]
    [InlineData("\"sidecar\":{\"is_ready\":true,\"moved_processes\":3}," + Pool, true, false)]
    [InlineData("\"sidecar\":{\"is_ready\":true,\"moved_processes\":0}," + Pool, false, false)]
    [InlineData("\"sidecar\":{\"is_ready\":false,\"moved_processes\":3}," + Pool, false, false)]
    [InlineData("\"sidecar\":{\"is_ready\":true,\"moved_processes\":3},\"pools\":[]", false, false)]
    [InlineData("\"paused\":{},\"sidecar\":{\"is_ready\":true,\"moved_processes\":0}," + Pool, false, true)]
    [InlineData("\"paused\":{},\"sidecar\":{\"is_ready\":true,\"moved_processes\":1}," + Pool, false, false)]
    [InlineData("\"paused\":{},\"sidecar\":{\"is_ready\":true}," + Pool, false, false)]
    public void Of_Status_TakesOnlyWhatWasReadBack(string members, bool isInForce, bool isLetGo)
    {
        var reading = DemoReading.Of(Status(members), "");

        Assert.Equal(isInForce ? "cgroup v2 cpu.weight=5" : null, reading.Lever);
        Assert.Equal(isLetGo, reading.IsLetGo);
    }

    [Fact]
    public void Of_NoAnswer_IsNeitherAndSaysWhy() =>
        Assert.Equal(new DemoReading(null, IsLetGo: false, "nobody answers"), DemoReading.Of(null, "nobody answers"));

    [Fact]
    public async Task Policy_AsItIsWritten_HasNoWarnings()
    {
        using var folder = new TestFolder().With("demo.rgp", DemoPolicy.Text);

        var run = await folder.Run("lint", "--profile", "generic", "--fail-level", "warning", "demo.rgp");

        Assert.True(run.ExitCode == 0, run.Output);
    }

    private static StatusDocument? Status(string members) =>
        DocumentFormat.Read(
            System.Text.Json.JsonDocument.Parse($"{{\"level\":\"enforce\",{members}}}").RootElement,
            DocumentFormat.Status
        );
}
