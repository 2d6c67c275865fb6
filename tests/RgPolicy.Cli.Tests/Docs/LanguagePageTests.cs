namespace RgPolicy.Cli.Tests.Docs;

/// <summary>The policy tests of the language reference and of the page about policy tests pass; that the examples are
/// right is shown with the language.</summary>
public sealed class LanguagePageTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Test_EveryExampleWithTests_Passes()
    {
        var examples = Examples().Where(example => example.Contains("\ntest ", StringComparison.Ordinal)).ToList();
        for (var index = 0; index < examples.Count; index++)
        {
            var run = await _folder.With($"{index}.rgp", examples[index]).Run("test", $"{index}.rgp");
            Assert.True(run.ExitCode == 0, run.Output);
        }

        Assert.True(examples.Count >= 3);
    }

    private static IEnumerable<string> Examples() =>
        ((string[])["language.md", "policy-tests.md"])
            .SelectMany(page =>
                File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "reference", page)).Split("\n```")
            )
            .Where(part => part.StartsWith("rgp\n", StringComparison.Ordinal))
            .Select(part => part["rgp\n".Length..] + "\n");
}
