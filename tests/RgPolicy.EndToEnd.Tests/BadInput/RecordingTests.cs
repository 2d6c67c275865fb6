using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.BadInput;

/// <summary>Recordings that cannot be read whole.</summary>
public sealed class RecordingTests
{
    [Fact]
    public async Task Replay_FileThatIsNoRecording_EndsWith3AndSaysSo()
    {
        var (code, _, errors) = await Rgp.RunAsync(
            "replay",
            ProductFiles.Path("README.md"),
            "--policy",
            ProductFiles.Path("policies", "htap.rgp")
        );

        Assert.Equal(3, code);
        Rgp.AssertClear(errors, "recording");
    }

    [Fact]
    public async Task Replay_FileThatIsNotThere_EndsWith3AndNamesIt()
    {
        var (code, _, errors) = await Rgp.RunAsync(
            "replay",
            "/no/such/day.rgrec",
            "--policy",
            ProductFiles.Path("policies", "htap.rgp")
        );

        Assert.Equal(3, code);
        Rgp.AssertClear(errors, "day.rgrec");
    }
}
