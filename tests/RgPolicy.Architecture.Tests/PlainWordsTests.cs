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

    [GeneratedRegex(@"\bmend(s|ed|ing)?\b", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Mend();
}
