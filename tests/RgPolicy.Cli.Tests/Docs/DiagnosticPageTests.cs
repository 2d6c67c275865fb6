using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>Every code of the catalogue has a page of one form, and what the page shows is true.</summary>
public sealed class DiagnosticPageTests : IDisposable
{
    // What no short text can show: made here, or shown in the tests of the part that reports it.
    private static readonly string[] ShownElsewhere = ["RG3090", "RG4003", "RG8001"];

    private static readonly string[] Headings =
    [
        "## Summary",
        "## Avoid",
        "## Prefer",
        "## Why",
        "## Configuration",
        "## Related",
    ];

    private readonly TestFolder _folder = new();

    public static TheoryData<string> Codes() => [.. DiagnosticCatalog.All.Select(entry => entry.Code)];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Codes))]
    public void Page_EachCode_HasTheForm(string code)
    {
        var lines = File.ReadAllLines(Page(code + ".md"));

        Assert.StartsWith($"# {code}: ", lines[0], StringComparison.Ordinal);
        Assert.Equal(
            string.Join(' ', Headings),
            string.Join(' ', lines.Where(line => line.StartsWith("## ", StringComparison.Ordinal)))
        );
        var severity = DiagnosticCatalog.Find(code)?.Severity.ToString().ToLowerInvariant() ?? "";
        Assert.StartsWith($"Severity: {severity}", lines[2], StringComparison.Ordinal);
        Assert.Equal($"Name: `{DiagnosticCatalog.Find(code)?.Name}`", lines[4]);
        Assert.All(Headings, heading => Assert.True(lines[Array.IndexOf(lines, heading) + 2].Length > 0, heading));
    }

    [Theory]
    [MemberData(nameof(Codes))]
    public async Task Avoid_EachCode_HasTheFinding(string code)
    {
        if (ShownElsewhere.Contains(code, StringComparer.Ordinal))
        {
            Assert.Null(Example(code, "## Avoid"));
            return;
        }

        Assert.Contains(code, await FindAsync(code, Example(code, "## Avoid") ?? Made(code)), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Codes))]
    public async Task Prefer_EachCode_HasNoErrorAndNotTheFinding(string code)
    {
        if (Example(code, "## Prefer") is { } text)
        {
            var found = await FindAsync(code, text);

            Assert.DoesNotContain(code, found, StringComparison.Ordinal);
            Assert.DoesNotContain(": error ", found, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Index_IsMadeFromThePages()
    {
        var index = new StringBuilder("# Diagnostics\n\n").Append(
            "One page for each code; `rgp explain CODE` or `rgp explain NAME` prints it.\n\n| code | name | severity | means |\n|---|---|---|---|\n"
        );
        foreach (
            var code in Directory
                .GetFiles(Page(""), "RG*.md")
                .Select(Path.GetFileNameWithoutExtension)
                .Order(StringComparer.Ordinal)
        )
        {
            var lines = File.ReadAllLines(Page(code + ".md"));
            index.Append(
                $"| [{code}]({code}.md) | {lines[4]["Name: ".Length..]} | {lines[2]["Severity: ".Length..]} | {lines[0][("# RG0000: ".Length)..]} |\n"
            );
        }

        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(Page("README.md"), index.ToString());

        Assert.Equal(File.ReadAllText(Page("README.md")), index.ToString());
    }

    [Fact]
    public async Task Explain_AName_PrintsThePageOfItsCode()
    {
        var run = await CliRun.Of("explain", "shadowed-class");

        Assert.Equal(await File.ReadAllTextAsync(Page("RG3002.md")), run.Output);
    }

    [Fact]
    public async Task Explain_OnATerminal_ShowsNoMarkdown()
    {
        var run = await CliRun.Of(context => context with { IsOutputTerminal = true }, "explain", "RG3002");

        Assert.Contains("RG3002: ", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("## ", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("```", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("](", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Explain_List_HasEachCodeWithItsName()
    {
        var run = await CliRun.Of("explain", "--list");

        Assert.All(DiagnosticCatalog.All, entry => Assert.Matches($"(?m)^{entry.Code}  {entry.Name} ", run.Output));
    }

    [Fact]
    public async Task Explain_ACode_PrintsItsPage()
    {
        var run = await CliRun.Of("explain", "2001");

        Assert.Equal(await File.ReadAllTextAsync(Page("RG2001.md")), run.Output);
    }

    private async Task<string> FindAsync(string code, byte[] policy)
    {
        var name = code == "RG6002" ? "p.rgtest" : "p.rgp";
        await File.WriteAllBytesAsync(_folder.Path(name), policy);
        var lint = await _folder.Run("lint", name, "--output", "compact", "--fail-level", "info");
        return code.StartsWith("RG6", StringComparison.Ordinal)
            ? lint.Output + (await _folder.Run("test", name)).Output
            : lint.Output;
    }

    // The rgp block below a heading, or null where the page describes it in words.
    private static byte[]? Example(string code, string heading)
    {
        var lines = File.ReadAllLines(Page(code + ".md"));
        var start = Array.IndexOf(lines, heading) + 2;
        return lines[start] == "```rgp"
            ? Encoding.UTF8.GetBytes(
                string.Join('\n', lines[(start + 1)..Array.IndexOf(lines, "```", start + 1)]) + "\n"
            )
            : null;
    }

    private static byte[] Made(string code) =>
        code switch
        {
            "RG0001" => new byte[10_000_001],
            "RG0002" => Encoding.UTF8.GetBytes($"language 1 let x = {new string('(', 300)}"),
            "RG0003" => [.. "pool "u8, 0xC3, 0x28],
            "RG0004" => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("clas x\n\nlet\n", 2000))),
            _ => throw new ArgumentOutOfRangeException(nameof(code), code, "The page has no example."),
        };

    private static string Page(string name) =>
        Path.Combine(RepositoryRoot.Path, "docs", "reference", "diagnostics", name);
}
