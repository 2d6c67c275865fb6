namespace RgPolicy.Cli.Tests;

/// <summary>
/// What commands make of a source, beside it: each text below Goldens begins with a command line, and goes on with what
/// that prints in its folder. To add one, write its first line; with RGPOLICY_ACCEPT=1 the rest is written: look at the
/// difference before it is committed.
/// </summary>
public sealed class GoldenTests
{
    private const string Prompt = "$ rgp ";

    private static readonly string Root = Path.Combine(RepositoryRoot.Path, "tests", "RgPolicy.Cli.Tests", "Goldens");

    public static TheoryData<string> Goldens()
    {
        var data = new TheoryData<string>();
        foreach (
            var file in Directory
                .EnumerateFiles(Root, "*.txt", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
        )
            data.Add(Path.GetRelativePath(Root, file).Replace('\\', '/'));

        return data;
    }

    [Theory]
    [MemberData(nameof(Goldens))]
    public async Task Command_OfAGolden_PrintsWhatStandsThere(string golden)
    {
        var path = Path.Combine(Root, golden);
        var expected = await File.ReadAllTextAsync(path);
        var line = expected.Split('\n')[0];
        Assert.StartsWith(Prompt, line, StringComparison.Ordinal);

        var run = await CliRun.Of(
            context => context with { WorkingDirectory = Path.GetDirectoryName(path) ?? Root },
            line[Prompt.Length..].Split(' ')
        );

        Assert.True(run.ExitCode == 0, run.Error);
        var actual = $"{line}\n{run.Output}";
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
        {
            await File.WriteAllTextAsync(path, actual);
            expected = actual;
        }

        Assert.Equal(expected, actual);
    }
}
