using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>Pages for users are short, in sentences that are read once.</summary>
public sealed partial class UserPagesTests
{
    private const int LongestSentence = 35;
    private const int LongestAverage = 20;

    /// <summary>Words of a whole file, as wc counts them, code and tables included.</summary>
    private const int LongestPage = 4_000;

    [Fact]
    public void Sentences_OfEveryPage_AreShort() =>
        Offenders.None(
            from page in UserPages.All
            from sentence in UserPages.Sentences(page)
            where UserPages.Words(sentence) > LongestSentence
            select $"{page}: {UserPages.Words(sentence)} words: {sentence}"
        );

    [Fact]
    public void Sentences_OfEveryPage_AreShortOnAverage() =>
        Offenders.None(
            from page in UserPages.All
            let lengths = UserPages.Sentences(page).Select(UserPages.Words).ToList()
            where lengths.Count > 0 && lengths.Average() > LongestAverage
            select $"{page}: {lengths.Average():F1} words a sentence"
        );

    [Fact]
    public void Pages_ForUsers_AreShort() =>
        Offenders.None(
            from page in UserPages.All
            let words = Word().Count(Repository.Read(page))
            where words > LongestPage
            select $"{page}: {words} words"
        );

    [Fact]
    public void Phrases_ThatReadersStumbledOver_DoNotComeBack() =>
        Offenders.None(
            from page in UserPages.All
            from paragraph in UserPages.Paragraphs(page)
            from phrase in Stumble().Matches(paragraph)
            select $"{page}: {phrase.Value}: {paragraph}"
        );

    [Theory]
    [InlineData("is said to be read", 1)]
    [InlineData("nothing but for the floor", 1)]
    [InlineData("RgPolicy says so", 0)]
    public void Phrases_OfAText_AreFound(string text, int count) => Assert.Equal(count, Stumble().Count(text));

    [GeneratedRegex(@"\S+", RegexOptions.None, 5000)]
    private static partial Regex Word();

    [GeneratedRegex(
        @"\b((is|are|was|were) (said|told)|but for|of (its|their) own|at (PostgreSQL|MariaDB|MySQL|SQL Server)|let out|favou?red|narrow(ed|s|ing)?|what of them)\b",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        5000
    )]
    private static partial Regex Stumble();
}
