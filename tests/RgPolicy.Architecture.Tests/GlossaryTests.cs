using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>The glossary is short, has each word once, and explains only words that other pages use.</summary>
public sealed partial class GlossaryTests
{
    private const string Page = "docs/reference/glossary.md";
    private const int MostWords = 45;

    [Fact]
    public void Words_OfTheGlossary_AreFewAndThereOnce()
    {
        var words = Words();

        Assert.InRange(words.Count, 41, MostWords);
        Offenders.None(
            words
                .GroupBy(word => word, StringComparer.OrdinalIgnoreCase)
                .Where(word => word.Count() > 1)
                .Select(word => word.Key)
        );
    }

    [Fact]
    public void Words_OfTheGlossary_OccurOnOtherPages()
    {
        var pages = Repository
            .Files(["docs"], ".md")
            .Where(file => file != Page)
            .Select(file => Spaces().Replace(Repository.Read(file), " "))
            .ToList();

        Offenders.None(
            Words().Where(word => !pages.Exists(page => page.Contains(word, StringComparison.OrdinalIgnoreCase)))
        );
    }

    private static List<string> Words() =>
        [.. Row().Matches(Repository.Read(Page)).Select(match => match.Groups["word"].Value).Where(IsNoHead)];

    private static bool IsNoHead(string word) => word != "word";

    [GeneratedRegex(
        @"^\| (?<word>[^|`-][^|`]*) \| [^|]+ \|\r?$",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Row();

    [GeneratedRegex(@"\s+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Spaces();
}
