using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests.Live;

public sealed class LiveCommandTests : IDisposable
{
    private readonly RecordedScene _scene = new();

    public void Dispose() => _scene.Dispose();

    [Fact]
    public async Task Replay_OnePolicy_CountsClasses()
    {
        var run = await CliRun.Of("replay", _scene.Recording, "--policy", _scene.Policy, "--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("rgp/replay/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(41, run.Json.GetProperty("queries").GetInt64());
        Assert.Equal(41, run.Json.GetProperty("decided").GetInt64());
        Assert.Equal(40, run.Json.GetProperty("classes")[0].GetProperty("queries").GetInt64());
        Assert.Equal(3.9, run.Json.GetProperty("classes")[1].GetProperty("seconds").GetDouble(), 3);
        Assert.Equal(0.1, run.Json.GetProperty("reaction_seconds").GetProperty("p50").GetDouble(), 2);
        Assert.Equal(System.Text.Json.JsonValueKind.Null, run.Json.GetProperty("changes").ValueKind);
    }

    [Fact]
    public async Task Replay_SqlServer_SaysWhoseLaterExecutionsGetAHint()
    {
        var samples = Path.Combine(RepositoryRoot.Path, "samples", "sqlserver");

        var run = await CliRun.Of(
            "replay",
            Path.Combine(samples, "mixed.rgrec"),
            "--policy",
            Path.Combine(samples, "plan_classes.rgp")
        );

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches("decided for good, [1-9][0-9]* of classes whose later executions get a hint", run.Output);
        Assert.DoesNotContain("throttled", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Replay_Twice_GivesTheSame()
    {
        var one = await CliRun.Of("replay", _scene.Recording, "--policy", _scene.Policy, "--output", "json");
        var two = await CliRun.Of("replay", _scene.Recording, "--policy", _scene.Policy, "--output", "json");

        Assert.Equal(one.Output, two.Output, StringComparer.Ordinal);
    }

    [Fact]
    public async Task Replay_AgainstAnother_NamesWhatChanges()
    {
        var run = await CliRun.Of(
            "replay",
            _scene.Recording,
            "--policy",
            _scene.Policy,
            "--against",
            _scene.OtherPolicy,
            "--output",
            "json"
        );
        var change = Assert.Single(run.Json.GetProperty("changes").EnumerateArray());

        Assert.Equal(RecordedScene.ScanId, change.GetProperty("query").GetString());
        Assert.Equal("scan", change.GetProperty("from").GetString());
        Assert.Equal("default", change.GetProperty("to").GetString());
    }

    [Fact]
    public async Task Replay_QueriesThatEndBeforeTheirPlanIsKnown_AreInNoClass()
    {
        _scene.WriteShortQueries();
        var run = await CliRun.Of("replay", _scene.Recording, "--policy", _scene.Policy, "--output", "json");
        var tooShort = run.Json.GetProperty("too_short");

        Assert.Equal(
            (10, 10 / 12d),
            (tooShort.GetProperty("queries").GetInt64(), tooShort.GetProperty("share").GetDouble())
        );
        Assert.Equal(
            "oltp 0, scan 1, default 1",
            string.Join(
                ", ",
                run.Json.GetProperty("classes")
                    .EnumerateArray()
                    .Select(each => $"{each.GetProperty("class")} {each.GetProperty("queries")}")
            )
        );
        Assert.Equal(12, run.Json.GetProperty("queries").GetInt64());
    }

    [Fact]
    public async Task Replay_QueriesThatEndBeforeTheirPlanIsKnown_HaveALineOfTheirOwn()
    {
        _scene.WriteShortQueries();
        var run = await CliRun.Of(
            "replay",
            _scene.Recording,
            "--policy",
            _scene.Policy,
            "--against",
            _scene.OtherPolicy
        );

        Assert.Matches(@"(?m)^\(too short to matter\) +10 +83\.3 % +0\.0$", run.Output);
        Assert.Contains("differently", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("observe")]
    [InlineData("advise")]
    public async Task Run_QueriesThatEndBeforeTheirPlanIsKnown_AreCountedApart(string level)
    {
        _scene.WriteShortQueries();
        string[] arguments =
        [
            "run",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--level",
            level,
            .. _scene.OwnPlaces,
        ];
        var json = await CliRun.Of([.. arguments, "--output", "json"]);
        var text = await CliRun.Of(arguments);

        Assert.Equal(
            (12, 10),
            (json.Json.GetProperty("queries").GetInt64(), json.Json.GetProperty("too_short").GetInt64())
        );
        Assert.Contains("12 seen; 10 too short to matter", text.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Replay_CutOffRecording_SaysSoAndGoesOn()
    {
        var bytes = await File.ReadAllBytesAsync(_scene.Recording);
        await File.WriteAllBytesAsync(_scene.Recording, bytes[..^8]);
        var run = await CliRun.Of("replay", _scene.Recording, "--policy", _scene.Policy);

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("cut off", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Replay_NoRecording_ExitsWithThree()
    {
        var run = await CliRun.Of("replay", _scene.Policy, "--policy", _scene.Policy);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("is not a recording", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Replay_PolicyWithErrors_ExitsWithTwo()
    {
        await File.WriteAllTextAsync(_scene.Policy, "language 1\nclass");
        var run = await CliRun.Of("replay", _scene.Recording, "--policy", _scene.Policy);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("rgp lint", run.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_Recording_EndsByItself()
    {
        var run = await CliRun.Of([
            "run",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--level",
            "advise",
            "--output",
            "json",
            .. _scene.OwnPlaces,
        ]);

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("rgp/run/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(50, run.Json.GetProperty("turns").GetInt64());
        Assert.Equal("finished", run.Json.GetProperty("end").GetString());
        Assert.Contains(
            $"Would move {RecordedScene.ScanId}: 1 process to pool polluters; class scan (line 5) "
                + "because plan.shape = scan (scan); "
                + "process 20, login app, database shop\n",
            run.Error,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("database shop; select 1\n", "--show-text")]
    [InlineData("database shop; select 1\n", "--show-text", "full")]
    [InlineData("database shop; select ?\n", "--show-text", "no-literals")]
    public async Task Run_ShowText_LogsTheText(string expected, params string[] option)
    {
        var run = await CliRun.Of([
            "run",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--level",
            "advise",
            .. option,
            .. _scene.OwnPlaces,
        ]);

        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ShowTextOfAnotherWord_ExitsWithTwo() =>
        Assert.Equal(
            2,
            (await CliRun.Of("run", _scene.Policy, "--recording", _scene.Recording, "--show-text", "some")).ExitCode
        );

    [Fact]
    public async Task Run_Reactions_AreWrittenAsLines()
    {
        var file = Path.Combine(_scene.Folder, "r.jsonl");
        await CliRun.Of([
            "run",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--reactions",
            file,
            .. _scene.OwnPlaces,
        ]);
        var line = System.Text.Json.JsonDocument.Parse(Assert.Single(await File.ReadAllLinesAsync(file))).RootElement;

        Assert.Equal("query seconds plan_cached", CliRun.Fields(line));
        Assert.Equal(RecordedScene.ScanId, line.GetProperty("query").GetString());
        Assert.True(line.GetProperty("plan_cached").GetBoolean());
    }

    [Theory]
    [InlineData("--recording", "x.rgrec", "--level", "enforce")]
    [InlineData("--server", "postgres://a@b/c", "--recording", "x.rgrec")]
    [InlineData("--server", "postgres://a@b/c", "--speed", "2")]
    [InlineData("--server", "postgres://a:secret@b/c")]
    [InlineData("--recording", "x.rgrec", "--wait", "1min")]
    [InlineData("--server", "postgres://a@b/c", "--wait", "soon")]
    [InlineData("--for", "soon", "--recording", "x.rgrec")]
    [InlineData("--speed", "0", "--recording", "x.rgrec")]
    [InlineData]
    public async Task Run_Misuse_ExitsWithTwoAndNeverShowsASecret(params string[] arguments)
    {
        var run = await CliRun.Of(["run", _scene.Policy, .. arguments]);

        Assert.Equal(2, run.ExitCode);
        Assert.DoesNotContain("secret", run.Error, StringComparison.Ordinal);
        Assert.Empty(run.Output);
    }

    [Fact]
    public async Task Run_UnreachableServer_ExitsWithThree()
    {
        var run = await CliRun.Of("run", _scene.Policy, "--server", $"postgres:///x?host={_scene.Folder}");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("rgp doctor", run.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_UnreachableServerIsWaitedFor_SaysSo()
    {
        var run = await CliRun.Of(
            "run",
            _scene.Policy,
            "--server",
            $"postgres:///x?host={_scene.Folder}",
            "--wait",
            "5s"
        );

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("Waiting for the server: ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_RecordedQuery_TellsClassAndAtoms()
    {
        var run = await CliRun.Of(
            "why",
            "--policy",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--query",
            RecordedScene.ScanId,
            "--output",
            "json"
        );

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("rgp/why/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal("scan", run.Json.GetProperty("class").GetString());
        Assert.Equal(5, run.Json.GetProperty("line").GetInt32());
        Assert.Equal("scan", run.Json.GetProperty("tried")[1].GetProperty("atoms")[0].GetProperty("value").GetString());
    }

    [Theory]
    [InlineData("json")]
    [InlineData("text")]
    public async Task Why_RecordedQuery_IsTheBaseline(string output)
    {
        var run = await CliRun.Of(
            "why",
            "--policy",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--query",
            RecordedScene.ScanId,
            "--output",
            output
        );

        Baseline.Check("why-recorded-" + output, run.Output);
    }

    [Fact]
    public async Task Why_Text_ShowsThePlansReason()
    {
        var run = await CliRun.Of(
            "why",
            "--policy",
            _scene.Policy,
            "--recording",
            _scene.Recording,
            "--query",
            RecordedScene.ScanId
        );

        Assert.Contains("reads rows", run.Output, StringComparison.Ordinal);
        Assert.Contains("cpu weight", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Why_UnknownQuery_ExitsWithTwo() =>
        Assert.Equal(
            2,
            (
                await CliRun.Of("why", "--policy", _scene.Policy, "--recording", _scene.Recording, "--query", "1-1")
            ).ExitCode
        );

    [Fact]
    public async Task Status_NoService_ExitsWithThree()
    {
        var run = await CliRun.Of("status", "--status-socket", Path.Combine(_scene.Folder, "none.sock"));

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("rgp run", run.LastErrorLine, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("90", 90)]
    [InlineData("500ms", 0.5)]
    [InlineData("1.5 min", 90)]
    [InlineData("2h", 7200)]
    [InlineData("", 0)]
    [InlineData("-3s", 0)]
    [InlineData("400d", 0)]
    [InlineData("9x", 0)]
    public void DurationText_Forms_AreReadOrRefused(string text, double seconds)
    {
        var isRead = DurationText.TryParse(text, out var duration);

        Assert.Equal(seconds > 0, isRead);
        Assert.Equal(seconds, duration.TotalSeconds);
    }
}
