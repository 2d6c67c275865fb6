using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>Words that users wondered at do not come back.</summary>
public sealed partial class PlainWordsTests
{
    [Fact]
    public void Texts_OfProgramsAndDocuments_SayFix() =>
        Offenders.None(
            from file in Repository
                .Sources("src", "tools")
                .Concat(Repository.Files(["docs", "policies", "samples", "grammar"], ""))
                .Append("README.md")
                .Append("CHANGELOG.md")
            where !file.EndsWith(".png", StringComparison.Ordinal) && !file.EndsWith(".rgrec", StringComparison.Ordinal)
            from word in Mend().Matches(Repository.Read(file))
            select $"{file}: {word.Value}: write fix"
        );

    [Fact]
    public void Texts_OfPrograms_CallNoProcessSomebody() =>
        Offenders.None(In(Person(), "write which query, process, role or login"));

    [Fact]
    public void Summaries_OfMembers_SayWhatIsMade() => Offenders.None(In(Empty(), "write what it is"));

    private static IEnumerable<string> In(Regex words, string advice) =>
        from file in Repository.Sources("src")
        from word in words.Matches(Repository.Read(file))
        select $"{file}: {word.Value}: {advice}";

    [GeneratedRegex(@"\bmend(s|ed|ing)?\b", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Mend();

    [GeneratedRegex(@"\b(some|no)body\b", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Person();

    [GeneratedRegex(@"\b(Makes|Prints|Writes|Reads) it\.", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Empty();
}
