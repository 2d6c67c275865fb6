using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>What reviewers would otherwise have to look for.</summary>
public sealed partial class HouseStyleTests
{
    private const int LineLimit = 400;

    private static readonly string[] BannedFolders = ["Helpers", "Utils", "Utilities", "Common", "Misc", "Managers"];

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
    public void Sources_InSrc_NeverSilenceNullability() =>
        Offenders.None(Repository.Sources("src").SelectMany(NullForgiving));

    private static IEnumerable<string> NullForgiving(string file)
    {
        var code = CSharpText.WithoutLiteralsAndComments(Repository.Read(file));
        foreach (Match match in Forgiving().Matches(code))
            yield return $"{file}:{code.AsSpan(0, match.Index).Count('\n') + 1}";
    }

    // An operator in front of an operand has a blank or an opening bracket before it; this one follows its operand.
    [GeneratedRegex(@"[\w)\]]!(?!=)", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Forgiving();
}
