using RgPolicy.Cli.Commands;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>Every command is somewhere on the pages for users.</summary>
public sealed class CommandLinePageTests
{
    private static readonly string[] Folders = ["tutorial", "howto", "reference", "explain"];

    [Fact]
    public void Pages_NameEveryCommand()
    {
        var pages = string.Concat(Folders.SelectMany(Pages).Select(File.ReadAllText));
        var commands = RootCommandFactory
            .Create(CliRun.Context(Stream.Null))
            .Subcommands.Select(command => command.Name);

        Assert.DoesNotContain(commands, name => !pages.Contains("rgp " + name, StringComparison.Ordinal));
    }

    private static string[] Pages(string folder) =>
        Directory.GetFiles(Path.Combine(RepositoryRoot.Path, "docs", folder), "*.md");
}
