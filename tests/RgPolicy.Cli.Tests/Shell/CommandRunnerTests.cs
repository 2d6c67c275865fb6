using System.CommandLine;
using RgPolicy.Cli.Commands;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests.Shell;

public sealed class CommandRunnerTests
{
    [Fact]
    public async Task Run_NoArguments_PrintsHelp()
    {
        var run = await CliRun.Of();

        Assert.Equal(ExitCode.Success, run.ExitCode);
        Assert.StartsWith("Usage: rgp COMMAND", run.Output, StringComparison.Ordinal);
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

    [Theory]
    [InlineData("unknown option `--levle`; did you mean `--level`?", "run", "--levle", "observe")]
    [InlineData("unknown option `--traget`; did you mean `--profile`?", "lint", "p.rgp", "--traget", "windows")]
    [InlineData("unknown option `-x`", "fmt", "-x", "p.rgp")]
    public async Task Run_MisspeltOptionBesideAFile_IsNotTakenAsAFile(string message, params string[] words)
    {
        var run = await CliRun.Of(words);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Equal("", run.Output);
        Assert.Equal(2, run.Error.TrimEnd().Split('\n').Length);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_FileNameWithAHyphenAfterTwo_IsAFile()
    {
        using var folder = new TestFolder().With("-p.rgp", Samples.Policy);

        var run = await CliRun.Of(context => context with { WorkingDirectory = folder.Root }, "lint", "--", "-p.rgp");

        Assert.DoesNotContain("unknown option", run.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Success, run.ExitCode);
    }

    [Theory]
    [InlineData("abc")]
    [InlineData("99999999999999999999")]
    public async Task Run_OptionThatIsNoNumber_SaysSoWithoutATypeOfTheRuntime(string value)
    {
        var run = await CliRun.Of("why", "--pid", value);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"rgp: --pid: `{value}` is not a whole number that fits", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("System.", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        "--fail-level",
        "sarif",
        "rgp: --fail-level: `sarif` is not one of error, info, warning; did you mean `--output sarif`?"
    )]
    [InlineData(
        "--fail-level",
        "warn",
        "rgp: --fail-level: `warn` is not one of error, info, warning; did you mean `warning`?"
    )]
    public async Task Run_OptionWithAnotherWord_NamesTheWordsAndTheOptionThatTakesIt(
        string option,
        string word,
        string error
    )
    {
        var run = await CliRun.Of("lint", option, word);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Equal([error, "See `rgp lint --help`."], run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Theory]
    [InlineData("status")]
    [InlineData("why")]
    [InlineData("pause")]
    public async Task Run_SocketOfTheSidecarOnly_NamesTheOptionThatIsMeant(string command)
    {
        var run = await CliRun.Of(command, "--socket", "/run/rgpolicy/status.sock");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains(
            "unknown option `--socket`; did you mean `--status-socket`?",
            run.Error,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("doctor", true)]
    [InlineData("plan", true)]
    [InlineData("apply", true)]
    [InlineData("drift", true)]
    [InlineData("rollback", true)]
    [InlineData("run", true)]
    [InlineData("record", true)]
    [InlineData("import", false)]
    [InlineData("facts", true)]
    public async Task Help_CommandForServers_HasAnExampleForPostgresWhereItServesIt(string command, bool serves)
    {
        var run = await CliRun.Of(command, "--help");

        var examples = run.Output[run.Output.IndexOf("Examples:", StringComparison.Ordinal)..];
        Assert.Equal(serves, examples.Contains(" postgres://", StringComparison.Ordinal));
        Assert.True(serves || run.Output.Contains("SQL Server", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Help_EveryCommand_HasTwoExamples()
    {
        foreach (var path in CommandPaths())
        {
            var run = await CliRun.Of([.. path, "--help"]);

            Assert.Equal(ExitCode.Success, run.ExitCode);
            var examples = run.Output[run.Output.IndexOf("Examples:", StringComparison.Ordinal)..]
                .Split("\n\n")[0]
                .Split('\n')[1..];
            Assert.True(examples.Length >= 2, string.Join(' ', path));
            Assert.All(examples, example => Assert.Contains("rgp ", example, StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task Run_CtrlC_EndsWithin130()
    {
        using var folder = new TestFolder().With("p.rgp", Samples.Policy);
        using var interrupt = new CancellationTokenSource();
        var context = CliRun.Context(Stream.Null) with
        {
            WorkingDirectory = folder.Root,
            Input = new StuckStream(interrupt),
        };

        var exitCode = await CommandRunner.RunAsync(context, ["classify", "--policy", "p.rgp"], interrupt.Token);

        Assert.Equal(ExitCode.Interrupted, exitCode);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Run_CtrlCWhileSomethingMustBePutBack_WaitsForIt(bool mustFinish)
    {
        using var folder = new TestFolder().With("p.rgp", Samples.Policy);
        using var interrupt = new CancellationTokenSource();
        using var input = new StuckStream(interrupt, TimeSpan.FromSeconds(2));
        var context = CliRun.Context(Stream.Null) with { WorkingDirectory = folder.Root, Input = input };
        var putBack = mustFinish ? context.Unfinished.RunAsync(() => EndAsync(input)) : EndAsync(input);

        var exitCode = await CommandRunner.RunAsync(context, ["classify", "--policy", "p.rgp"], interrupt.Token);

        Assert.Equal((ExitCode.Interrupted, mustFinish), (exitCode, input.Ended.IsCompleted));
        await putBack;
    }

    private static async Task<bool> EndAsync(StuckStream input)
    {
        await input.Ended;
        return true;
    }

    [Fact]
    public async Task Run_UnexpectedException_IsOneSentenceAndNoStackTrace()
    {
        var run = await CliRun.Of(context => context with { HostRoot = null! }, "probe");

        Assert.Equal((ExitCode.Unreachable, ""), (run.ExitCode, run.Output));
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
        Assert.Contains("RGPOLICY_DEBUG=1", run.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ReaderGone_IsNoErrorAndEndsTheStream()
    {
        using var folder = new TestFolder().With("p.rgp", Samples.Policy);
        var error = new StringWriter();
        var pipe = new OutputPipe(new BrokenStream());
        var context = CliRun.Context(pipe) with
        {
            WorkingDirectory = folder.Root,
            Error = error,
            Input = CliRun.Input(string.Concat(Enumerable.Repeat("{}\n", 100_000))),
        };

        var exitCode = await CommandRunner.RunAsync(context, ["classify", "--policy", "p.rgp"], CancellationToken.None);

        Assert.Equal((ExitCode.Success, ""), (exitCode, error.ToString()));
        Assert.True(pipe.IsClosed);
    }

    private static IEnumerable<string[]> CommandPaths()
    {
        var context = CliRun.Context(Stream.Null);
        return Below(RootCommandFactory.Create(context), []);
    }

    private static IEnumerable<string[]> Below(Command command, string[] path) =>
        command.Subcommands.SelectMany(each => Below(each, [.. path, each.Name]).Prepend([.. path, each.Name]));
}
