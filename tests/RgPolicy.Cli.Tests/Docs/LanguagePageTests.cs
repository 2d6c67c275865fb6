namespace RgPolicy.Cli.Tests.Docs;

/// <summary>The policy tests in the reference and in the recipes pass; that their examples are right is shown with the
/// language.</summary>
public sealed class LanguagePageTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("reference/language.md", 3)]
    [InlineData("reference/policy-tests.md", 2)]
    [InlineData("howto/policies.md", 3)]
    public async Task Test_EveryExampleWithTests_Passes(string page, int least)
    {
        var examples = Examples(page).Where(example => example.Contains("\ntest ", StringComparison.Ordinal)).ToList();
        for (var index = 0; index < examples.Count; index++)
        {
            var run = await _folder.With($"{index}.rgp", examples[index]).Run("test", $"{index}.rgp");
            Assert.True(run.ExitCode == 0, run.Output);
        }

        Assert.True(examples.Count >= least);
    }

    private static IEnumerable<string> Examples(string page)
    {
        var parts = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", page)).Split("\n```");
        return parts
            .Where(part => part.StartsWith("rgp\n", StringComparison.Ordinal))
            .Select(part => part["rgp\n".Length..] + "\n");
    }
}
