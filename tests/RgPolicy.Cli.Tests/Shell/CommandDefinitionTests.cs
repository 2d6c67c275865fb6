using System.CommandLine;
using RgPolicy.Cli.Commands;
using RgPolicy.Cli.Help;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests.Shell;

/// <summary>What holds for every command, read from the definitions: no list of names.</summary>
public sealed class CommandDefinitionTests
{
    private const int MostLines = 40;
    private const int LongestEntry = 60;

    private static readonly RootCommand Root = RootCommandFactory.Create(CliRun.Context(Stream.Null));

    private static IReadOnlyList<RgpCommand> Commands { get; } = [.. Below(Root)];

    [Fact]
    public async Task Overview_FitsOneScreenAndNamesEveryCommandInItsGroup()
    {
        var run = await CliRun.Of("--help");

        var lines = run.Output.TrimEnd().Split('\n');
        Assert.True(lines.Length <= MostLines, $"{lines.Length} lines");
        foreach (var group in RootCommandFactory.Groups(CliRun.Context(Stream.Null)))
        {
            Assert.Contains(group.Title, lines, StringComparer.Ordinal);
            Assert.All(
                group.Entries,
                entry =>
                    Assert.Matches(
                        $"(?m)^  {entry.Names} +{System.Text.RegularExpressions.Regex.Escape(entry.Text)}$",
                        run.Output
                    )
            );
        }

        Assert.All(Root.Subcommands, each => Assert.Matches($"\\b{each.Name}\\b", run.Output));
    }

    [Fact]
    public void EveryEntry_IsShort()
    {
        var entries = RootCommandFactory
            .Groups(CliRun.Context(Stream.Null))
            .SelectMany(group => group.Entries)
            .Select(entry => entry.Text);

        Assert.All(
            entries.Concat(Commands.Select(command => command.Description ?? "")),
            text => Assert.InRange(text.Length, 1, LongestEntry)
        );
    }

    [Fact]
    public async Task Help_EveryCommand_IsTheSameByBothWaysAndNamesItsExitCodes()
    {
        foreach (var command in Commands)
        {
            var path = Path(command);
            var page = (await CliRun.Of([.. path, "--help"])).Output;

            Assert.Equal(page, (await CliRun.Of(["help", .. path])).Output);
            var codes = page[page.IndexOf("Exit codes:\n", StringComparison.Ordinal)..];
            Assert.All(ExitMeaning.OfAll, each => Assert.Matches($"(?m)^  {each.Code} +[A-Z].*\\.$", codes));
            Assert.All(command.Ends, each => Assert.Contains(each.Text.Split(' ')[0], codes, StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task Help_UnknownCommand_SuggestsAndEndsWithTwo()
    {
        var run = await CliRun.Of("help", "statsu");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("did you mean `status`?", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void EveryOption_OfOneName_TakesOneKindOfValue()
    {
        var kinds = Options()
            .GroupBy(each => each.Name, StringComparer.Ordinal)
            .Select(same =>
                (
                    same.Key,
                    Values: same.Select(each => each.HelpName).Where(Names).Distinct(StringComparer.Ordinal).ToList()
                )
            );

        Assert.All(kinds, each => Assert.True(each.Values.Count <= 1, $"{each.Key}: {string.Join(", ", each.Values)}"));
    }

    [Fact]
    public void EveryMeaning_HasOneOption()
    {
        var meanings = Options().GroupBy(each => each.Description, StringComparer.Ordinal);

        Assert.All(meanings, same => Assert.Single(same.Select(each => each.Name).Distinct(StringComparer.Ordinal)));
    }

    [Fact]
    public void EveryOption_HasNoSecondNameThatIsNotAnOldOne()
    {
        Assert.All(
            Options(),
            option => Assert.Equal(option is IRenamed renamed ? Joined(renamed.OldNames) : "", Joined(option.Aliases))
        );
    }

    [Fact]
    public void EveryOldName_IsSaidOnce()
    {
        foreach (var command in Commands)
        {
            foreach (var (old, name) in OldNames.Of(command))
            {
                var error = new StringWriter();
                var result = Root.Parse([.. Path(command), old, "x", old, "x"]);

                OldNames.Report(CliRun.Context(Stream.Null) with { Error = error }, result);

                Assert.Equal($"rgp: `{old}` is now `{name}`; the old name works until 0.2.\n", error.ToString());
            }
        }
    }

    [Fact]
    public void EveryOldName_IsNoOtherOptionOfItsCommand()
    {
        foreach (var command in Commands)
        {
            var names = command.Options.Select(option => option.Name);
            Assert.Empty(OldNames.Of(command).Select(each => each.Old).Intersect(names, StringComparer.Ordinal));
        }
    }

    [Fact]
    public async Task Run_OldNames_WorkAndAreSaid()
    {
        using var folder = new TestFolder().With("p.rgp", Samples.Policy);

        var run = await folder.Run("lint", "p.rgp", "--target", "generic", "--format", "compact");

        Assert.Equal(
            (
                ExitCode.Success,
                "rgp: `--format` is now `--output`; the old name works until 0.2.\n"
                    + "rgp: `--target` is now `--profile`; the old name works until 0.2.\n"
            ),
            (
                run.ExitCode,
                string.Concat(
                    run.Error.Split('\n')
                        .Where(line => line.Length > 0)
                        .Order(StringComparer.Ordinal)
                        .Select(line => line + "\n")
                )
            )
        );
    }

    [Fact]
    public async Task Run_OldNameOfACommand_WorksAndIsSaid()
    {
        using var folder = new TestFolder().With("x.json", "{}");

        var run = await folder.Run("plan-info", "x.json");

        Assert.Equal(ExitCode.Findings, run.ExitCode);
        Assert.StartsWith("rgp: `plan-info` is now `query-plan`;", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OutputBeforeTheCommand_Counts()
    {
        using var folder = new TestFolder().With("p.rgp", Samples.Policy);

        var run = await folder.Run("--output", "json", "lint", "p.rgp");

        Assert.Equal("rgp/lint/1", run.Json.GetProperty("schema").GetString());
    }

    private static string Joined(IEnumerable<string> names) => string.Join(' ', names.Order(StringComparer.Ordinal));

    // A list of words differs by command.
    private static bool Names(string? value) => value?.Contains('|', StringComparison.Ordinal) == false;

    private static IEnumerable<Option> Options() =>
        Commands.SelectMany(CommandPage.VisibleOptions).Where(each => each is not System.CommandLine.Help.HelpOption);

    private static IEnumerable<RgpCommand> Below(Command command) =>
        command.Subcommands.OfType<RgpCommand>().SelectMany(each => Below(each).Prepend(each));

    private static string[] Path(Command command)
    {
        var names = new List<string>();
        for (Command? level = command; level is RgpCommand; level = level.Parents.OfType<Command>().FirstOrDefault())
            names.Insert(0, level.Name);

        return [.. names];
    }
}
