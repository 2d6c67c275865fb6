using System.Text.Json;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>What is recorded from a live server gets the same classes when it is played again.</summary>
public sealed class RecordReplayTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    [Fact]
    public async Task Replay_OfARecordedScan_GivesTheClassOfTheLiveOne()
    {
        var file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".rgrec");
        try
        {
            await RecordAScanAsync(file);

            var (code, output, errors) = await Rgp.RunAsync(
                "replay",
                file,
                "--policy",
                ProductFiles.Path("policies", "htap.rgp"),
                "--output",
                "json"
            );

            Assert.True(code == 0, errors);
            using var document = JsonDocument.Parse(output);
            Assert.Equal("rgp/replay/1", document.RootElement.GetProperty("schema").GetString());
            Assert.Contains(
                document.RootElement.GetProperty("classes").EnumerateArray(),
                c => c.GetProperty("class").GetString() == "scan" && c.GetProperty("queries").GetInt32() >= 1
            );
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task Replay_OfACutRecording_UsesWhatIsThereAndSaysSo()
    {
        var file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".rgrec");
        try
        {
            await RecordAScanAsync(file);
            await using (var stream = File.OpenWrite(file))
                stream.SetLength(stream.Length * 2 / 3);

            var (code, _, errors) = await Rgp.RunAsync(
                "replay",
                file,
                "--policy",
                ProductFiles.Path("policies", "htap.rgp")
            );

            Assert.Equal(0, code);
            Rgp.AssertClear(errors, "recording", "cut off");
        }
        finally
        {
            File.Delete(file);
        }
    }

    private async Task RecordAScanAsync(string file)
    {
        await using var recorder = Rgp.StartRecording(fixture.Server, file, seconds: 6);
        await Task.Delay(TimeSpan.FromSeconds(1));
        await using var scan = await LiveQuery.StartAsync(fixture.Server, BenchRoles.Analytics, LiveQuery.Scan);
        await scan.Running;
        Assert.True(await recorder.WaitAsync(TimeSpan.FromSeconds(30)), "rgp record did not end after its time");
        Assert.True(recorder.ExitCode == 0, recorder.Errors);
    }
}
