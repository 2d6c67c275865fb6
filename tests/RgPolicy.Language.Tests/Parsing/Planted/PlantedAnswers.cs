using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>What the parser says of a text, wherever in it that stands: each mistake with the text that it marks, and
/// with what its fixes put in the place of which text.</summary>
internal static class PlantedAnswers
{
    /// <summary>One line for each mistake in the grammar.</summary>
    public static IReadOnlyList<string> Of(string text)
    {
        var bag = new DiagnosticBag("t.rgp");
        var source = new SourceText(text, "t.rgp");
        _ = new PolicyParsing(source, bag).Parse();
        return Lines(source, bag.ToSorted());
    }

    /// <summary>One line for each finding of the whole check.</summary>
    public static IReadOnlyList<string> OfCheck(string text, TargetProfile target) =>
        Lines(new SourceText(text, "t.rgp"), PolicyReader.Check(text, "t.rgp", target).Diagnostics);

    private static IReadOnlyList<string> Lines(SourceText source, IEnumerable<Diagnostic> found) =>
        [.. found.Select(one => $"{one.Code} {one.Message} {Marked(source, one.Range)}{Offers(source, one)}")];

    private static string Offers(SourceText source, Diagnostic found) =>
        string.Concat(
            found.Fixes.Select(fix =>
                $" [{fix.Title}{(fix.Safe ? "" : "?")}: "
                + string.Join(", ", fix.Edits.Select(edit => $"{Marked(source, edit.Range)} {Shown(edit.NewText)}"))
                + "]"
            )
        );

    private static string Marked(SourceText source, TextRange range) =>
        Shown(
            source.Content[
                source.Offset(range.StartLine, range.StartColumn)..source.Offset(range.EndLine, range.EndColumn)
            ]
        );

    private static string Shown(string text) =>
        $"«{text.ReplaceLineEndings("\n").Replace("\n", "\\n", StringComparison.Ordinal)}»";
}
