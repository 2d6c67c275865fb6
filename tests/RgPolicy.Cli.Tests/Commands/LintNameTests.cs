using System.Text.Json;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>Names of diagnostics, and what a clean policy is told.</summary>
public sealed class LintNameTests : IDisposable
{
    private const string Clean = """
        language 1
        pool critical { cpu weight 400 }
        pool slow { cpu weight 50 }
        class scans -> slow when plan.shape = scan
        default -> critical

        """;

    private const string Unused = """
        language 1
        pool critical { cpu weight 400 }
        pool spare { cpu weight 50 }
        default -> critical

        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lint_Json_HasNameAndAddress()
    {
        var run = await _folder.With("p.rgp", Unused).Run("lint", "p.rgp", "--output", "json");

        var finding = run.Json.GetProperty("diagnostics").EnumerateArray().Single();
        Assert.Equal(
            ("RG3010", "unused-definition", "urn:rgpolicy:diagnostics:RG3010"),
            (Text(finding, "code"), Text(finding, "name"), Text(finding, "help_uri"))
        );
    }

    [Fact]
    public async Task Lint_HelpUriWithName_HasItInItsPlace()
    {
        _folder.With("rgpolicy.json", """{ "help_uri": "https://wiki.example.org/{name}#{code}" }""");

        var run = await _folder.With("p.rgp", Unused).Run("lint", "p.rgp", "--output", "sarif");

        Assert.Contains("https://wiki.example.org/unused-definition#RG3010", run.Output, StringComparison.Ordinal);
        Assert.Contains("\"name\": \"UnusedDefinition\"", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("RG3010")]
    [InlineData("unused-definition")]
    [InlineData("missing-version, unused-definition")]
    public async Task Lint_CommentThatAllows_TakesCodeOrName(string word)
    {
        var text = Unused.Replace("weight 50 }", $"weight 50 }} // allow {word}: for later", StringComparison.Ordinal);

        var run = await _folder.With("p.rgp", text).Run("lint", "p.rgp", "--output", "compact");

        Assert.DoesNotContain("RG3010", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_CommentWithAnotherWord_IsAComment()
    {
        var text = Clean.Replace(
            "plan.shape = scan",
            "plan.shape = scan // allow long-running work",
            StringComparison.Ordinal
        );

        var run = await _folder.With("p.rgp", text).Run("lint", "p.rgp", "--output", "compact");

        Assert.Equal((0, ""), (run.ExitCode, run.Output));
    }

    [Fact]
    public async Task Lint_SettingsWithAName_ChangeTheSeverityOfItsCode()
    {
        _folder.With("rgpolicy.json", """{ "rules": { "unused-definition": "error" } }""");

        var run = await _folder.With("p.rgp", Unused).Run("lint", "p.rgp", "--output", "compact");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("error RG3010", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_CleanPolicy_TellsTheDefaultOnlyWhenAsked()
    {
        _folder.With("p.rgp", Clean);

        var usual = await _folder.Run("lint", "p.rgp", "--output", "compact");
        var asked = await _folder.Run("lint", "p.rgp", "--output", "compact", "--fail-level", "info");

        Assert.Equal((0, ""), (usual.ExitCode, usual.Output));
        Assert.Matches("RG3007 This query falls to the default: .*\\. To the default falls .*", asked.Output);
    }

    private static string? Text(JsonElement element, string name) => element.GetProperty(name).GetString();
}
