namespace RgPolicy.Cli.Tests.Commands;

public sealed class VersionCommandTests
{
    [Fact]
    public async Task Version_Json_HasEveryField()
    {
        var run = await CliRun.Of("version", "--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("schema version language_version runtime operating_system architecture", CliRun.Fields(run.Json));
        Assert.Equal("rgp/version/1", run.Json.GetProperty("schema").GetString());
    }

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    [InlineData("powershell")]
    public async Task Completion_EveryShell_AsksRgpItself(string shell)
    {
        var run = await CliRun.Of("completion", shell);

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("[suggest:", run.Output, StringComparison.Ordinal);
    }
}
