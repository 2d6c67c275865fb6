using System.CommandLine;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests.Shell;

public sealed class CommandRunnerTests
{
    [Fact]
    public async Task Run_NoArguments_PrintsHelp()
    {
        var run = await CliRun.Of();

        Assert.Equal(ExitCode.Success, run.ExitCode);
        Assert.Contains("Commands:", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("versoin", "version")]
    [InlineData("complteion", "completion")]
    public async Task Run_MisspeltCommand_SuggestsAndEndsWithTwo(string typed, string meant)
    {
        var run = await CliRun.Of(typed);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Equal("", run.Output);
        Assert.Contains($"unknown command `{typed}`; did you mean `{meant}`?", run.Error, StringComparison.Ordinal);
        Assert.Equal("See `rgp --help`.", run.LastErrorLine);
    }

    [Fact]
    public async Task Run_MisspeltOption_Suggests()
    {
        var run = await CliRun.Of("version", "--outptu", "json");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("unknown option `--outptu`; did you mean `--output`?", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_EveryCommand_HasTwoExamples()
    {
        foreach (var path in CommandPaths())
        {
            var run = await CliRun.Of([.. path, "--help"]);

            Assert.Equal(ExitCode.Success, run.ExitCode);
            var examples = run.Output[run.Output.IndexOf("Examples:", StringComparison.Ordinal)..].TrimEnd().Split('\n')[1..];
            Assert.True(examples.Length >= 2, string.Join(' ', path));
            Assert.All(examples, example => Assert.StartsWith("  rgp ", example, StringComparison.Ordinal));
        }
    }

    private static IEnumerable<string[]> CommandPaths()
    {
        var context = new CliContext
        {
            Input = Stream.Null,
            OutputStream = Stream.Null,
            Output = TextWriter.Null,
            Error = TextWriter.Null,
            EnvironmentVariable = _ => null,
            WorkingDirectory = "/",
            InstallDirectory = "/",
        };
        return Below(RootCommandFactory.Create(context), []);
    }

    private static IEnumerable<string[]> Below(Command command, string[] path) =>
        command.Subcommands.SelectMany(each => Below(each, [.. path, each.Name]).Prepend([.. path, each.Name]));
}
