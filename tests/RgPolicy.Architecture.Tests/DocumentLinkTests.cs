using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>Documents do not point into the void.</summary>
public sealed partial class DocumentLinkTests
{
    [Fact]
    public void Links_OfEveryDocument_PointToSomething()
    {
        var broken =
            from document in Repository.Files(["."], ".md")
            from target in Targets(Repository.Read(document))
            where !Exists(document, target)
            select $"{document}: {target}";

        Offenders.None(broken);
    }

    [Fact]
    public void Anchors_OfEveryDocument_AreHeadings()
    {
        var broken =
            from document in Repository.Files(["."], ".md")
            from target in Links(Repository.Read(document))
            where target.Contains('#', StringComparison.Ordinal)
            let page = target.StartsWith('#') ? document : Place(document, target)
            where page.EndsWith(".md", StringComparison.Ordinal) && File.Exists(Path.Combine(Repository.Root, page))
            where !Anchors(Repository.Read(page)).Contains(target.Split('#')[1], StringComparer.Ordinal)
            select $"{document}: {target}";

        Offenders.None(broken);
    }

    // As the forges make them: lower case, blanks as hyphens, other marks left out, numbers behind what is there
    // already.
    private static HashSet<string> Anchors(string text)
    {
        var anchors = new HashSet<string>(StringComparer.Ordinal);
        foreach (
            var heading in Heading().Matches(Block().Replace(text, "")).Select(match => match.Groups["text"].Value)
        )
        {
            var plain = Link().Replace(heading.Trim(), "]").ToLowerInvariant();
            var anchor = Mark().Replace(plain, "").Replace(' ', '-');
            for (var again = 0; !anchors.Add(again == 0 ? anchor : $"{anchor}-{again}"); again++) { }
        }

        return anchors;
    }

    private static IEnumerable<string> Targets(string text) => Links(text).Where(target => !target.StartsWith('#'));

    private static IEnumerable<string> Links(string text) =>
        Link()
            .Matches(Fence().Replace(text, ""))
            .Select(match => match.Groups["target"].Value)
            .Where(target => !target.Contains(':', StringComparison.Ordinal));

    private static bool Exists(string document, string target)
    {
        var path = Place(document, target);
        return File.Exists(path) || Directory.Exists(path);
    }

    private static string Place(string document, string target) =>
        Path.GetFullPath(
            Uri.UnescapeDataString(target.Split('#')[0]),
            Path.GetDirectoryName(Path.Combine(Repository.Root, document)) ?? Repository.Root
        );

    [GeneratedRegex(
        @"\]\((?<target>[^)\s]+)(\s+""[^""]*"")?\)",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Link();

    [GeneratedRegex(@"^#+ +(?<text>.+)$", RegexOptions.ExplicitCapture | RegexOptions.Multiline, 5000)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\p{L}\p{N} _-]", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Mark();

    [GeneratedRegex(@"^ *```.*?^ *```", RegexOptions.Singleline | RegexOptions.Multiline, 5000)]
    private static partial Regex Block();

    [GeneratedRegex(
        @"^```.*?^```|`[^`\n]*`",
        RegexOptions.Singleline | RegexOptions.Multiline,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Fence();
}
