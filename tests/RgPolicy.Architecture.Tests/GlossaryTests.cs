using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>The glossary has each word once, and the types that it names are there.</summary>
public sealed partial class GlossaryTests
{
    private const string Page = "docs/reference/glossary.md";

    [Fact]
    public void Words_OfTheGlossary_StandThereOnce()
    {
        var rows = Rows();

        Assert.True(rows.Count > 40, $"{rows.Count} words were read");
        Offenders.None(
            rows.GroupBy(row => row.Word, StringComparer.OrdinalIgnoreCase)
                .Where(word => word.Count() > 1)
                .Select(word => word.Key)
        );
    }

    [Fact]
    public void Types_OfTheGlossary_AreDeclared()
    {
        var declared = Repository
            .Files(["src"], ".cs")
            .SelectMany(file => Declaration().Matches(Repository.Read(file)))
            .Select(match => match.Groups["name"].Value)
            .ToHashSet(StringComparer.Ordinal);

        Offenders.None(Rows().Where(row => !declared.Contains(row.Type)).Select(row => $"{row.Word}: {row.Type}"));
    }

    private static List<(string Word, string Type)> Rows() =>
        [
            .. Row()
                .Matches(Repository.Read(Page))
                .Select(match => (match.Groups["word"].Value, match.Groups["type"].Value)),
        ];

    [GeneratedRegex(
        @"^\| (?<word>[^|`]+) \| [^|]+ \| `(?<type>\w+)` \|\r?$",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Row();

    [GeneratedRegex(
        @"\b(class|record|record struct|struct|enum|interface) (?<name>[A-Z]\w*)",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Declaration();
}
