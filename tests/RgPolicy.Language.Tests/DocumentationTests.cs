using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests;

/// <summary>
/// Every rgp block of docs/reference/language.md is a policy: one without codes behind <c>rgp</c> has no error,
/// one with codes has exactly these.
/// </summary>
public sealed class DocumentationTests
{
    public static TheoryData<int> Lines() => [.. Blocks().Select(block => block.Line)];

    [Theory]
    [MemberData(nameof(Lines))]
    public void Check_BlockOfTheReference_GivesItsCodes(int line)
    {
        var block = Blocks().Single(candidate => candidate.Line == line);

        var check = PolicyReader.Check(block.Text, $"docs/reference/language.md:{line}", TargetProfile.Generic);

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
        var text = File.ReadAllText(RepositoryRoot.File("docs", "reference", "language.md"));

        Assert.All(DiagnosticCatalog.All, entry => Assert.Contains(entry.Code, text, StringComparison.Ordinal));
    }

    internal static IReadOnlyList<(int Line, string[] Codes, string Text)> Blocks()
    {
        var blocks = new List<(int, string[], string)>();
        var lines = File.ReadAllLines(RepositoryRoot.File("docs", "reference", "language.md"));
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
