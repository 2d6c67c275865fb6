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

    private static IEnumerable<string> Targets(string text) =>
        Link()
            .Matches(Fence().Replace(text, ""))
            .Select(match => match.Groups["target"].Value)
            .Where(target => !target.Contains(':', StringComparison.Ordinal) && !target.StartsWith('#'));

    private static bool Exists(string document, string target)
    {
        var file = Uri.UnescapeDataString(target.Split('#')[0]);
        var path = Path.GetFullPath(
            file,
            Path.GetDirectoryName(Path.Combine(Repository.Root, document)) ?? Repository.Root
        );
        return File.Exists(path) || Directory.Exists(path);
    }

    [GeneratedRegex(
        @"\]\((?<target>[^)\s]+)(\s+""[^""]*"")?\)",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Link();

    [GeneratedRegex(
        @"^```.*?^```|`[^`\n]*`",
        RegexOptions.Singleline | RegexOptions.Multiline,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Fence();
}
