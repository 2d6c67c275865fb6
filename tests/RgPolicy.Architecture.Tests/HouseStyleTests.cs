using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>What reviewers would otherwise have to look for.</summary>
public sealed partial class HouseStyleTests
{
    private const int LineLimit = 400;

    private static readonly string[] BannedFolders = ["Helpers", "Utils", "Utilities", "Common", "Misc", "Managers"];

    private static readonly string[] TypelessFiles = ["GlobalUsings", "AssemblyInfo"];

    // In two parts, so that this file does not find itself.
    private static readonly string[] BannedWords =
    [
        "TO" + "DO",
        "FIX" + "ME",
        "HA" + "CK",
        "NotImplemented" + "Exception",
    ];

    [Fact]
    public void Sources_InSrc_StayBelowTheLineLimit() =>
        Offenders.None(
            Repository.Sources("src").Where(file => Repository.Read(file).Count(each => each == '\n') > LineLimit)
        );

    [Fact]
    public void Sources_LeaveNothingForLater()
    {
        var banned = new Regex($@"\b({string.Join('|', BannedWords)})\b", RegexOptions.None, TimeSpan.FromSeconds(5));

        Offenders.None(
            Repository.Sources("src", "tests", "tools").Where(file => banned.IsMatch(Repository.Read(file)))
        );
    }

    [Fact]
    public void Folders_AreNamedForAStageOrAFeature() =>
        Offenders.None(
            Repository
                .Folders("src", "tests", "tools")
                .Where(folder => BannedFolders.Contains(Path.GetFileName(folder), StringComparer.OrdinalIgnoreCase))
        );

    [Fact]
    public void Sources_InSrc_HoldOneTypeNamedLikeTheFile() =>
        Offenders.None(Repository.Sources("src").Select(WrongTypes).OfType<string>());

    [Fact]
    public void Sources_InSrc_NeverSilenceNullability() =>
        Offenders.None(Repository.Sources("src").SelectMany(NullForgiving));

    private static string? WrongTypes(string file)
    {
        var stem = Path.GetFileName(file).Split('.')[0];
        var types = TopLevelTypes(CSharpText.WithoutLiteralsAndComments(Repository.Read(file)))
            .Distinct(StringComparer.Ordinal)
            .ToArray();
        var fits =
            types.Length == 1
                ? types[0] == stem
                : types.Length == 0 && TypelessFiles.Contains(stem, StringComparer.Ordinal);
        return fits ? null : $"{file}: {string.Join(", ", types)}";
    }

    private static IEnumerable<string> TopLevelTypes(string code)
    {
        var depth = 0;
        var end = 0;
        foreach (Match match in TypeOrBrace().Matches(code))
        {
            // Only what stands before the first brace or bracket of a declaration is at the top level.
            depth += match.Value switch
            {
                "{" or "(" or "<" => 1,
                "}" or ")" or ">" => -1,
                _ => 0,
            };
            if (depth == 0 && match.Groups["name"].Success && match.Index >= end)
            {
                end = match.Index + match.Length;
                yield return match.Groups["name"].Value;
            }
        }
    }

    private static IEnumerable<string> NullForgiving(string file)
    {
        var code = CSharpText.WithoutLiteralsAndComments(Repository.Read(file));
        foreach (Match match in Forgiving().Matches(code))
        {
            yield return $"{file}:{code.AsSpan(0, match.Index).Count('\n') + 1}";
        }
    }

    [GeneratedRegex(
        @"[{}()]|\b(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?|delegate\s+[\w.<>?\[\], ]+?)\s+(?<name>\w+)\s*(?=[<({:;]|where\b|$)",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex TypeOrBrace();

    // An operator in front of an operand has a blank or an opening bracket before it; this one follows its operand.
    [GeneratedRegex(@"[\w)\]]!(?!=)", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Forgiving();
}
