using System.Text.RegularExpressions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>What stands around a mistake seldom changes the codes of what is said of it: neither line ends, nor other
/// statements, nor more parts of the same statement, nor a mistake below it.</summary>
public sealed partial class SurroundingTests
{
    [Fact]
    public void Check_OtherEndsOfLines_FindsTheSame() => Same(row => row.ReplaceLineEndings("\r\n"), mostPercent: 1);

    [Fact]
    public void Check_LineBreaksInBraces_FindsTheSame() =>
        Same(row => Brace().Replace(row, "${open}\n  ${close}"), mostPercent: 8);

    [Fact]
    public void Check_BelowOtherStatements_FindsTheSame() =>
        Same(row => Surroundings.Plain.Above + row, mostPercent: 5);

    [Fact]
    public void Check_AboveOtherStatements_FindsTheSame() =>
        Same(row => row + Surroundings.Plain.Below, mostPercent: 8);

    [Fact]
    public void Check_BehindPlainParts_FindsTheSame() => Same(Surroundings.Plain.Before, mostPercent: 15);

    [Fact]
    public void Check_BehindOtherParts_FindsTheSame() => Same(Surroundings.Other.Before, mostPercent: 15);

    [Fact]
    public void Check_BeforePlainParts_FindsTheSame() => Same(Surroundings.Plain.Behind, mostPercent: 20);

    [Fact]
    public void Check_BeforeOtherParts_FindsTheSame() => Same(Surroundings.Other.Behind, mostPercent: 20);

    private static void Same(Func<string, string> around, int mostPercent)
    {
        var others = PlantedTables
            .Rows.Where(row => Codes(row.Text) != Codes(PlantedMistake.Framed(around(row.Statements))))
            .Select(row => row.Place)
            .ToList();

        Assert.True(
            others.Count * 100 <= PlantedTables.Rows.Count * mostPercent,
            $"{others.Count} of {PlantedTables.Rows.Count}\n{string.Join('\n', others)}"
        );
    }

    private static string Codes(string text)
    {
        var bag = new DiagnosticBag("t.rgp");
        _ = new PolicyParsing(new SourceText(text, "t.rgp"), bag).Parse();
        return string.Join(' ', bag.ToSorted().Select(found => found.Code));
    }

    [GeneratedRegex(@"(?<open>\{) | (?<close>\})", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Brace();
}
