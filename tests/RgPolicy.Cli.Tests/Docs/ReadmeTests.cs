using System.CommandLine.Parsing;
using System.Text.RegularExpressions;
using RgPolicy.Cli.Commands;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>What README tells a new user to type is understood; tools/first-hour/try does it.</summary>
public sealed partial class ReadmeTests
{
    private const int Steps = 12;

    private static readonly string[] Lines = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "README.md"));

    [Fact]
    public void Commands_OfEveryBlock_AreUnderstood()
    {
        var root = RootCommandFactory.Create(CliRun.Context(Stream.Null));
        var commands = Lines.Select(line => Typed().Match(line)).Where(match => match.Success).ToList();

        Assert.True(commands.Count >= Steps);
        foreach (var words in commands.Select(match => match.Groups["words"].Value))
        {
            var result = root.Parse(CommandLineParser.SplitCommandLine(Substituted().Replace(words, "1")).ToArray());

            Assert.True(result.Errors.Count == 0, $"rgp {words}: {string.Join("; ", result.Errors)}");
            Assert.DoesNotContain(
                result.Tokens,
                token => token.Type == TokenType.Argument && token.Value.StartsWith('-')
            );
        }
    }

    [Fact]
    public void StepsOfTheFirstHour_EachOne_IsABlockOfCommands()
    {
        var steps = Enumerable.Range(0, Lines.Length).Where(index => Step().IsMatch(Lines[index])).ToList();

        Assert.Equal(Steps, steps.Count);
        Assert.All(steps, index => Assert.Equal("```sh", Lines[index + 1].Trim()));
        Assert.Equal(steps.Count, Lines.Count(line => line.Contains("first-hour:", StringComparison.Ordinal)));
    }

    [GeneratedRegex("^ *(sudo (--[^ ]+ )*)?rgp (?<words>[^|&#]+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Typed();

    [GeneratedRegex("\"\\$\\([^)]*\\)\"", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Substituted();

    [GeneratedRegex(
        "^ *<!-- first-hour: terminal [123]( (stays|shows .+|lookups|last))? -->$",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex Step();
}
