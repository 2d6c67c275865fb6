using System.CommandLine;
using RgPolicy.Cli.Commands;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>The reference of the command line has every command and every option.</summary>
public sealed class CommandLinePageTests
{
    private static readonly string Page = File.ReadAllText(
        Path.Combine(RepositoryRoot.Path, "docs", "reference", "cli.md")
    );

    private static readonly HashSet<string> Words = Page.Split(
            [' ', '\n', '`', ',', '[', ']', '='],
            StringSplitOptions.RemoveEmptyEntries
        )
        .ToHashSet(StringComparer.Ordinal);

    private static readonly RootCommand Root = RootCommandFactory.Create(CliRun.Context(Stream.Null));

    [Fact]
    public void Page_EveryCommand_IsNamed() =>
        Assert.DoesNotContain(
            Root.Subcommands.Select(command => command.Name),
            name => !Page.Contains("rgp " + name, StringComparison.Ordinal)
        );

    [Fact]
    public void Page_EveryOption_IsNamed() =>
        Assert.DoesNotContain(
            Commands(Root)
                .SelectMany(command => command.Options)
                .Where(option => !option.Hidden)
                .Select(option => option.Name),
            name => !Words.Contains(name)
        );

    private static IEnumerable<Command> Commands(Command command) =>
        command.Subcommands.SelectMany(Commands).Prepend(command);
}
