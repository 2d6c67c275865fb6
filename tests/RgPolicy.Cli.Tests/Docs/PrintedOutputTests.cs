using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>What the pages show of a command's output is what the command prints; <c>...</c> stands for
/// lines left out.</summary>
public sealed partial class PrintedOutputTests
{
    public static TheoryData<string, string> Commands =>
        new()
        {
            { "reference/cli.md", "rgp compile policies/htap.rgp" },
            { "reference/cli.md", "rgp compile policies/htap.rgp --profile broadwell_2s --output json" },
            { "howto/suggest.md", "rgp suggest samples/htap.rgrec" },
            {
                "howto/why.md",
                "rgp why --policy policies/htap.rgp --recording samples/htap.rgrec --query 5917-1795256567968673"
            },
            {
                "howto/why.md",
                "rgp why --policy policies/htap.rgp --recording samples/htap.rgrec --query 5917-1795256562024539"
            },
            {
                "howto/why.md",
                "rgp why --policy policies/mccdb2009.rgp --recording samples/htap.rgrec --query 5917-1795256562024539"
            },
        };

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Page_Command_ShowsWhatItPrints(string page, string command)
    {
        var run = await CliRun.Of(
            context => context with { WorkingDirectory = RepositoryRoot.Path },
            command.Split(' ')[1..]
        );

        AssertPrints(command, run.Output, Shown(page, command));
    }

    [Fact]
    public async Task Tutorial_Demo_ShowsWhatItPrints()
    {
        var run = await CliRun.Of(context => context with { WorkingDirectory = RepositoryRoot.Path }, "demo");
        var page = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "docs", "tutorial", "first-hour.md"));
        var start = Array.FindIndex(page, line => line.StartsWith("RgPolicy played ", StringComparison.Ordinal));

        AssertPrints(
            "rgp demo",
            WithoutItsTime(run.Output),
            page[start..].TakeWhile(line => line is not ("```" or "...")).Select(WithoutItsTime)
        );
    }

    // How long the playing took differs each time.
    private static string WithoutItsTime(string text) => ItsTime().Replace(text, " in a moment");

    [GeneratedRegex(@" in [\d.]+ m?s(?=\r?\n|$)", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex ItsTime();

    /// <summary>Every shown line is printed, in this order.</summary>
    private static void AssertPrints(string command, string output, IEnumerable<string> shown)
    {
        var printed = new Queue<string>(output.Split('\n').Select(line => line.TrimEnd()));
        foreach (var line in shown)
        {
            var isFound = false;
            while (!isFound && printed.TryDequeue(out var next))
                isFound = string.Equals(next, line, StringComparison.Ordinal);

            Assert.True(isFound, $"`{command}` does not print: {line}\n{output}");
        }
    }

    private static List<string> Shown(string page, string command)
    {
        var lines = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "docs", page));
        var start = Array.FindIndex(lines, line => line.Trim() == "$ " + command);
        var indent = lines[start].IndexOf('$', StringComparison.Ordinal);
        var shown = lines[(start + 1)..]
            .TakeWhile(line => indent == 0 ? line != "```" : line.Length == 0 || line.StartsWith(' '));
        var text = shown
            .Select(line => line.Length > indent ? line[indent..].TrimEnd() : "")
            .Where(line => line.Length > 0 && line != "...")
            .ToList();
        Assert.True(text.Count > 10);
        return text;
    }
}
