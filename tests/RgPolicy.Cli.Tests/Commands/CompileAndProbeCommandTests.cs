namespace RgPolicy.Cli.Tests.Commands;

public sealed class CompileAndProbeCommandTests : IDisposable
{
    private readonly TestFolder _folder = new TestFolder().With("p.rgp", Samples.Policy);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Compile_Text_SaysWhatGoesWhere()
    {
        var run = await _folder.Run("compile", "p.rgp");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("with the plan\n    oltp -> critical (line 9)", run.Output, StringComparison.Ordinal);
        Assert.Contains("Pool polluters\n  group ", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compile_WindowsOnSqlServer_AreAskedAtLoginAndMaxdopReachesTheNextExecution()
    {
        var run = await _folder
            .With(
                "w.rgp",
                """
                language 1
                window night = mon..fri 20:00..06:00 "Europe/Berlin"
                pool slow { maxdop 2 }
                pool fast { maxdop 8 }
                class reports -> slow when during night and session.app = 'SSRS'
                class scans -> slow when plan.shape = scan
                default -> fast
                """
            )
            .Run("compile", "w.rgp", "--profile", "windows");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("at login\n    reports -> slow (line 5)", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("night", run.Output, StringComparison.Ordinal);
        Assert.Matches("maxdop 2 +MAXDOP 2 +next execution", run.Output);
    }

    [Fact]
    public async Task Compile_Json_IsWhole()
    {
        var run = await _folder.Run("compile", "p.rgp", "--profile", "generic", "--output", "json");

        Assert.Equal("schema policy_path revision target phases rules pools not_enforced", CliRun.Fields(run.Json));
        Assert.Equal(
            "pool number moves_processes cpu_share ways memory_bandwidth_percent settings",
            CliRun.Fields(run.Json.GetProperty("pools")[0])
        );
    }

    [Fact]
    public async Task Compile_BadPolicy_EndsWithTwo()
    {
        var run = await _folder.With("bad.rgp", Samples.BadPolicy).Run("compile", "bad.rgp");

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
    }

    [Theory]
    [InlineData("text")]
    [InlineData("json")]
    public async Task Probe_ItsOutput_IsATarget(string output)
    {
        var probe = await _folder.Run("probe", "--name", "here", "--output", output);
        _folder.With("here.json", probe.Output);

        var run = await _folder.Run("compile", "p.rgp", "--profile", "here.json", "--output", "json");

        Assert.Equal((0, 0), (probe.ExitCode, run.ExitCode));
        Assert.Equal("here", run.Json.GetProperty("target").GetString());
    }

    [Theory]
    [InlineData("RG2001", 0)]
    [InlineData("rg2001", 0)]
    [InlineData("2001", 0)]
    [InlineData("RG9999", 2)]
    public async Task Explain_Codes_InAnyForm(string code, int exitCode)
    {
        var run = await _folder.Run("explain", code);

        Assert.Equal(exitCode, run.ExitCode);
        Assert.Equal(exitCode == 0, run.Output.StartsWith("# RG2001: ", StringComparison.Ordinal));
    }
}
