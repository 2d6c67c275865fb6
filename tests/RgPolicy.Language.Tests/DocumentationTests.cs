using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests;

/// <summary>
/// Every rgp block of docs/reference/language.md and docs/reference/policy-tests.md is a policy: one without codes
/// behind <c>rgp</c> has no error, one with codes has exactly these.
/// </summary>
public sealed class DocumentationTests
{
    private static readonly string[] Pages = ["language.md", "policy-tests.md"];

    public static TheoryData<string, int> Places()
    {
        var places = new TheoryData<string, int>();
        foreach (var block in Blocks())
        {
            places.Add(block.Page, block.Line);
        }

        return places;
    }

    [Theory]
    [MemberData(nameof(Places))]
    public void Check_BlockOfTheReference_GivesItsCodes(string page, int line)
    {
        var block = Blocks().Single(candidate => candidate.Page == page && candidate.Line == line);

        var check = PolicyReader.Check(block.Text, $"docs/reference/{page}:{line}", TargetProfile.Generic);

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

    internal static IReadOnlyList<(string Page, int Line, string[] Codes, string Text)> Blocks() =>
        [.. Pages.SelectMany(BlocksOf)];

    private static List<(string Page, int Line, string[] Codes, string Text)> BlocksOf(string page)
    {
        var blocks = new List<(string, int, string[], string)>();
        var lines = File.ReadAllLines(RepositoryRoot.File("docs", "reference", page));
        for (var index = 0; index < lines.Length; index++)
        {
            if (lines[index].StartsWith("```rgp", StringComparison.Ordinal))
            {
                var end = Array.IndexOf(lines, "```", index);
                var codes = lines[index]["```rgp".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
                blocks.Add((page, index + 1, codes, string.Join('\n', lines[(index + 1)..end]) + "\n"));
                index = end;
            }
        }

        return blocks;
    }
}
