using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Tests.Diagnostics;

public sealed class NameSuggestionTests
{
    [Theory]
    [InlineData("scn", "scan")]
    [InlineData("sacn", "scan")]
    [InlineData("SCAN", "scan")]
    [InlineData("agregation", "aggregation")]
    [InlineData("zzz", null)]
    [InlineData("", null)]
    public void Find_NearName_IsSuggested(string name, string? expected) =>
        Assert.Equal(expected, NameSuggestion.Find(name, ["oltp", "scan", "aggregation"]));

    [Theory]
    [InlineData("", "", 0)]
    [InlineData("abc", "", 3)]
    [InlineData("abc", "abd", 1)]
    [InlineData("abc", "acb", 1)]
    [InlineData("abc", "bc", 1)]
    [InlineData("kitten", "sitting", 3)]
    public void Distance_TwoNames_CountsEdits(string left, string right, int expected)
    {
        Assert.Equal(expected, NameSuggestion.Distance(left, right));
        Assert.Equal(expected, NameSuggestion.Distance(right, left));
    }

    [Fact]
    public void All_Codes_AreSortedAndDistinct()
    {
        var codes = DiagnosticCatalog.All.Select(entry => entry.Code).ToList();

        Assert.Equal(
            codes.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
            codes,
            StringComparer.Ordinal
        );
        Assert.All(codes, code => Assert.Matches("^RG[0-8][0-9]{3}$", code));
    }
}
