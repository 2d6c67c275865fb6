using System.Text.Json;

namespace RgPolicy.Cli.Tests.Commands;

public sealed class LintCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lint_TestFile_IsCheckedAgainstItsPolicy()
    {
        var folder = _folder
            .With("p.rgp", "language 1\npool p { cache 100% }\ndefault -> p\n")
            .With("good.rgtest", "use \"p.rgp\"\ntest \"x\" { expect class default, pool p }\n")
            .With("bad.rgtest", "use \"p.rgp\"\ntest \"x\" { expect class scan }\n")
            .With("lost.rgtest", "use \"gone.rgp\"\n");

        var run = await folder.Run("lint", "good.rgtest", "bad.rgtest", "lost.rgtest", "--output", "compact");

        Assert.Equal(1, run.ExitCode);
        var lines = run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2, lines.Length);
        Assert.StartsWith("bad.rgtest:2:25: error RG2001 ", lines[0], StringComparison.Ordinal);
        Assert.StartsWith("lost.rgtest:1:1: error RG6002 ", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_PolicyWithoutFindings_EndsWithZero()
    {
        var run = await _folder.With("good.rgp", Samples.PlainPolicy).Run("lint", "good.rgp");

        Assert.Equal("1 file: no findings\n", run.Output);
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
    }

    [Theory]
    [InlineData("text")]
    [InlineData("compact")]
    [InlineData("github")]
    public async Task Lint_BadPolicies_PrintsAsTheBaseline(string format)
    {
        _folder.With("bad.rgp", Samples.BadPolicy).With("sub/warning.rgp", Samples.WarningPolicy);

        var run = await _folder.Run("lint", "--output", format);

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("Fix the findings above; `rgp explain RG", run.LastErrorLine, StringComparison.Ordinal);
        Baseline.Check("lint-" + format, run.Output);
    }

    [Fact]
    public async Task Lint_Json_HasTheFixedFields()
    {
        var run = await _folder.With("bad.rgp", Samples.BadPolicy).Run("lint", "bad.rgp", "--output", "json");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("schema diagnostics files elapsed_seconds", CliRun.Fields(run.Json));
        Assert.Equal("rgp/lint/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(1, run.Json.GetProperty("files").GetInt32());
        var first = run.Json.GetProperty("diagnostics")[0];
        Assert.Equal(
            "code name help_uri severity message path start_line start_column end_line end_column witness witness_at related fixes",
            CliRun.Fields(first)
        );
        Assert.Equal(
            ("RG2001", "error", "bad.rgp", 4, 22),
            (
                first.GetProperty("code").GetString(),
                first.GetProperty("severity").GetString(),
                first.GetProperty("path").GetString(),
                first.GetProperty("start_line").GetInt32(),
                first.GetProperty("start_column").GetInt32()
            )
        );
        Assert.Equal(JsonValueKind.Null, first.GetProperty("witness").ValueKind);
        Assert.Equal("title safe edits", CliRun.Fields(first.GetProperty("fixes")[0]));
        Assert.Equal(
            "start_line start_column end_line end_column new_text",
            CliRun.Fields(first.GetProperty("fixes")[0].GetProperty("edits")[0])
        );
    }

    [Fact]
    public async Task Lint_OutputJson_MeansFormatJson()
    {
        var run = await _folder.With("good.rgp", Samples.Policy).Run("lint", "good.rgp", "--output", "json");

        Assert.Equal("rgp/lint/1", run.Json.GetProperty("schema").GetString());
    }

    [Theory]
    [InlineData("error", 0)]
    [InlineData("warning", 1)]
    [InlineData("info", 1)]
    public async Task Lint_OnlyWarnings_FailsAtItsLevel(string level, int expected)
    {
        var run = await _folder.With("w.rgp", Samples.WarningPolicy).Run("lint", "w.rgp", "--fail-level", level);

        Assert.Equal(expected, run.ExitCode);
        Assert.Contains("RG3010", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_StandardInput_IsNamedByADash()
    {
        var run = await _folder.RunWith(
            context => context with { Input = CliRun.Input(Samples.BadPolicy) },
            "lint",
            "-",
            "--output",
            "compact"
        );

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("-:4:22: error RG2001 ", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_OutputFile_HoldsTheReport()
    {
        var run = await _folder
            .With("bad.rgp", Samples.BadPolicy)
            .Run("lint", "bad.rgp", "--output", "json", "--out", "report.json");

        Assert.Equal((1, ""), (run.ExitCode, run.Output));
        var report = JsonDocument.Parse(File.ReadAllBytes(_folder.Path("report.json"))).RootElement;
        Assert.Equal("rgp/lint/1", report.GetProperty("schema").GetString());
    }

    [Fact]
    public async Task Lint_MissingFile_ChecksTheRestAndEndsWithThree()
    {
        var run = await _folder.With("good.rgp", Samples.PlainPolicy).Run("lint", "nowhere.rgp", "good.rgp");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("there is no file or folder `nowhere.rgp`", run.Error, StringComparison.Ordinal);
        Assert.Equal("1 file: no findings\n", run.Output);
    }

    [Fact]
    public async Task Lint_FolderWithoutPolicies_EndsWithTwo()
    {
        var run = await _folder.Run("lint", ".");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("no policy (*.rgp) was found there", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("yaml", "There is no output `yaml`")]
    public async Task Lint_OtherFormats_AreRefused(string format, string message)
    {
        var run = await _folder.Run("lint", "--output", format);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("nosuch", "no target profile `nosuch`")]
    [InlineData("postgres://db", "takes no connection")]
    [InlineData("bad.json", "cannot be used")]
    public async Task Lint_TargetThatCannotBeUsed_EndsWithTwo(string target, string message)
    {
        _folder.With("good.rgp", Samples.Policy).With("bad.json", "{\"name\":\"x\",\"coers\":2}");

        var run = await _folder.Run("lint", "good.rgp", "--profile", target);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.Contains("rgp probe", run.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_ColourTerminal_PaintsUnlessNoColor()
    {
        _folder.With("bad.rgp", Samples.BadPolicy);

        var painted = await _folder.RunWith(context => context with { IsOutputTerminal = true }, "lint");
        var plain = await _folder.RunWith(
            context =>
                context with
                {
                    IsOutputTerminal = true,
                    EnvironmentVariable = name => name == "NO_COLOR" ? "1" : null,
                },
            "lint"
        );

        Assert.Contains("\u001b[1;31merror[RG2001]\u001b[0m", painted.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("\u001b", plain.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_ControlCharactersInThePolicy_NeverReachTheTerminal()
    {
        var run = await _folder.With("evil.rgp", "language 1\n\u001b]0;x\u0007 pool\n").Run("lint", "evil.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.DoesNotContain('\u001b', run.Output);
        Assert.DoesNotContain('\u0007', run.Output);
    }
}
