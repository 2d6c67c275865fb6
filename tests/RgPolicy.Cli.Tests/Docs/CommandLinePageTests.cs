using RgPolicy.Cli.Commands;

namespace RgPolicy.Cli.Tests.Docs;

public sealed class CommandLinePageTests
{
    [Fact]
    public void Pages_NameEveryCommand()
    {
        var pages = string.Concat(((string[])["reference/cli.md", "howto/operation.md"]).Select(name => File.ReadAllText(Page(name))));
        var commands = RootCommandFactory
            .Create(CliRun.Context(Stream.Null))
            .Subcommands.Select(command => command.Name);

        Assert.DoesNotContain(commands, name => !pages.Contains("rgp " + name, StringComparison.Ordinal));
    }

    private static string Page(string name) => Path.Combine(RepositoryRoot.Path, "docs", name);
}
