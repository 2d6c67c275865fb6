namespace RgPolicy.Cli.Tests.Commands;

public sealed class SuggestCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private static string Recording => Path.Combine(RepositoryRoot.Path, "samples", "htap.rgrec");

    [Theory]
    [InlineData("htap.rgrec")]
    [InlineData("sqlserver/mixed.rgrec")]
    public async Task Suggest_SampleRecording_PolicyPassesLintAndItsOwnTests(string name)
    {
        var policy = _folder.Path("first.rgp");
        var recording = Path.Combine(RepositoryRoot.Path, "samples", name);

        var run = await CliRun.Of("suggest", recording, "--out", policy);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        var lint = await CliRun.Of("lint", policy, "--fail-level", "warning");
        Assert.True(lint.ExitCode == 0, lint.Output);
        var test = await CliRun.Of("test", policy);
        Assert.True(test.ExitCode == 0, test.Output);
        Assert.Equal(0, (await CliRun.Of("fmt", "--check", policy)).ExitCode);
    }

    [Fact]
    public async Task Suggest_HtapRecording_ThrottlesWhatTheHandWrittenPolicyDoes()
    {
        var run = await CliRun.Of("suggest", Recording, "--output", "json");
        var byHand = await CliRun.Of(
            "replay",
            Recording,
            "--policy",
            Path.Combine(RepositoryRoot.Path, "policies", "htap.rgp"),
            "--output",
            "json"
        );

        Assert.Equal("rgp/suggest/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(
            byHand.Json.GetProperty("throttled").GetInt64(),
            run.Json.GetProperty("replay").GetProperty("throttled").GetInt64()
        );
    }

    [Fact]
    public async Task Suggest_FileThatExists_IsKeptWithoutForce()
    {
        var policy = _folder.With("mine.rgp", "// mine").Path("mine.rgp");

        var run = await CliRun.Of("suggest", Recording, "--out", policy);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("exists", run.Error, StringComparison.Ordinal);
        Assert.Equal("// mine", await File.ReadAllTextAsync(policy));
        Assert.Equal(0, (await CliRun.Of("suggest", Recording, "--out", policy, "--force")).ExitCode);
    }

    [Fact]
    public async Task Suggest_ObjectiveOfNoClass_SaysWhichThereAre()
    {
        var run = await CliRun.Of("suggest", Recording, "--objective", "nobody p95 < 20 ms");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("No class `nobody` was found in what ran. There are: ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Suggest_UpdateOfAPolicyByLogin_ProposesADifferenceThatHolds()
    {
        var policy = Path.Combine(RepositoryRoot.Path, "policies", "by_login.rgp");
        var updated = _folder.Path("updated.rgp");

        var run = await CliRun.Of("suggest", Recording, "--update", policy, "--out", updated);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains("+class bulk_load -> batch when ", run.Output, StringComparison.Ordinal);
        Assert.Equal(0, (await CliRun.Of("lint", updated)).ExitCode);
        var again = await CliRun.Of("suggest", Recording, "--update", updated);
        Assert.Contains("Nothing to propose", again.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Suggest_UpdateOfHtap_HasNothingToPropose()
    {
        var policy = Path.Combine(RepositoryRoot.Path, "policies", "htap.rgp");

        var run = await CliRun.Of("suggest", Recording, "--update", policy, "--output", "json");

        Assert.Equal("rgp/suggest_update/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(0, run.Json.GetProperty("edits").GetArrayLength());
    }

    [Fact]
    public async Task Suggest_NoRecording_SaysHowToMakeOne()
    {
        var run = await CliRun.Of("suggest", _folder.With("no.rgrec", "no recording").Path("no.rgrec"));

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("rgp record", run.LastErrorLine, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();
}
