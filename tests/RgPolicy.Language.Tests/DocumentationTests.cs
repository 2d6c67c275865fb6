using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests;

/// <summary>
/// Every rgp block of the reference and of the pages for users is a policy: one without codes behind <c>rgp</c> has no
/// error, one with codes has exactly these.
/// </summary>
public sealed class DocumentationTests
{
    private static readonly string[] Reference = ["docs/reference/language.md", "docs/reference/policy-tests.md"];

    public static TheoryData<string, int> Places()
    {
        var places = new TheoryData<string, int>();
        foreach (var page in Pages().Concat(Reference))
        {
            foreach (var (line, _, _) in Blocks(page))
                places.Add(page, line);
        }

        return places;
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void Check_BlockOfAPage_GivesItsCodes(string page, int line)
    {
        var block = Blocks(page).Single(candidate => candidate.Line == line);

        var check = PolicyReader.Check(block.Text, $"{page}:{line}", TargetProfile.Generic);

        var found = check.Diagnostics.Where(diagnostic =>
            block.Codes.Contains(diagnostic.Code, StringComparer.Ordinal)
            || (
                block.Codes.Length > 0
                    ? diagnostic.Severity != DiagnosticSeverity.Info
                    : diagnostic.Severity == DiagnosticSeverity.Error
            )
        );
        Assert.True(
            block.Codes.SequenceEqual(found.Select(diagnostic => diagnostic.Code), StringComparer.Ordinal),
            PolicyTexts.Describe(check)
        );
    }

    [Fact]
    public void Reference_EveryCode_IsExplained()
    {
        var text = File.ReadAllText(RepositoryRoot.File("docs", "reference", "diagnostics", "README.md"));

        Assert.All(
            DiagnosticCatalog.All,
            entry => Assert.Contains($"| [{entry.Code}]({entry.Code}.md) |", text, StringComparison.Ordinal)
        );
    }

    /// <summary>Those of the reference.</summary>
    internal static IReadOnlyList<(int Line, string[] Codes, string Text)> Blocks() =>
        [.. Reference.SelectMany(page => Blocks(page))];

    private static IEnumerable<string> Pages() =>
        from folder in (string[])["tutorial", "howto", "explain"]
        from path in Directory.GetFiles(RepositoryRoot.File("docs", folder), "*.md").Order(StringComparer.Ordinal)
        select $"docs/{folder}/{Path.GetFileName(path)}";

    private static List<(int Line, string[] Codes, string Text)> Blocks(string page)
    {
        var blocks = new List<(int, string[], string)>();
        var lines = File.ReadAllLines(RepositoryRoot.File(page));
        for (var index = 0; index < lines.Length; index++)
        {
            if (lines[index].StartsWith("```rgp", StringComparison.Ordinal))
            {
                var end = Array.IndexOf(lines, "```", index);
                var codes = lines[index]["```rgp".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
                blocks.Add((index + 1, codes, string.Join('\n', lines[(index + 1)..end]) + "\n"));
                index = end;
            }
        }

        return blocks;
    }
}
