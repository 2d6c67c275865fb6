using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>The steps that the tutorial tells a new user to type are marked as tools/first-hour/try wants them.</summary>
public sealed partial class TutorialTests
{
    private const int Steps = 12;

    private static readonly string[] Lines = File.ReadAllLines(
        Path.Combine(RepositoryRoot.Path, "docs", "tutorial", "first-hour.md")
    );

    [Fact]
    public void StepsOfTheFirstHour_EachOne_IsABlockOfCommands()
    {
        var steps = Enumerable.Range(0, Lines.Length).Where(index => Step().IsMatch(Lines[index])).ToList();

        Assert.Equal(Steps, steps.Count);
        Assert.All(steps, index => Assert.Equal("```sh", Lines[index + 1].Trim()));
        Assert.Equal(steps.Count, Lines.Count(line => line.Contains("first-hour:", StringComparison.Ordinal)));
    }

    [GeneratedRegex(
        "^ *<!-- first-hour: terminal [123]( (stays|shows .+|lookups|last))? -->$",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex Step();
}
