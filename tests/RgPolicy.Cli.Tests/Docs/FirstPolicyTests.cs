using System.CommandLine.Parsing;
using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>The tutorial of policies, from its first block to its last: files are as it shows them, and each command
/// prints what it shows; <c>...</c> is for lines left out.</summary>
public sealed partial class FirstPolicyTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Tutorial_EachBlock_IsWhatHappens()
    {
        var commands = 0;
        var page = Path.Combine(RepositoryRoot.Path, "docs", "tutorial", "first-policy.md");
        foreach (Match block in Block().Matches(await File.ReadAllTextAsync(page)))
        {
            if (block.Groups["file"] is { Success: true, Value: var file })
            {
                _folder.With(file, block.Groups["text"].Value);
            }
            else if (block.Groups["language"].Value == "console")
            {
                await AssertPrintsAsync(block.Groups["text"].Value.Split('\n'));
                commands++;
            }
        }

        Assert.Equal(10, commands);
    }

    private async Task AssertPrintsAsync(string[] lines)
    {
        var words = CommandLineParser.SplitCommandLine(lines[0]["$ rgp ".Length..]).Select(InRepository);
        var run = await _folder.Run([.. words]);
        var printed = new Queue<string>((run.Output + run.Error).Split('\n').Select(line => line.TrimEnd()));
        foreach (var line in lines[1..].Where(line => line.Length > 0 && line != "..."))
            Assert.True(IsNext(printed, line), $"`{lines[0]}` does not print: {line}\n{run.Output}{run.Error}");
    }

    private static bool IsNext(Queue<string> printed, string line)
    {
        while (printed.TryDequeue(out var next))
        {
            if (string.Equals(next, line, StringComparison.Ordinal))
                return true;
        }

        return false;
    }

    private static string InRepository(string word) =>
        word.StartsWith("samples/", StringComparison.Ordinal) || word.StartsWith("policies/", StringComparison.Ordinal)
            ? Path.Combine(RepositoryRoot.Path, word)
            : word;

    [GeneratedRegex(
        @"(^<!-- file: (?<file>[a-z.]+) -->\n)?^```(?<language>[a-z]*)[^\n]*\n(?<text>.*?)^```",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline | RegexOptions.Singleline,
        5000
    )]
    private static partial Regex Block();
}
