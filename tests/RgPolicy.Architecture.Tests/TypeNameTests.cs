using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>One name, one idea: no two types at the top level share a name, and no name has a suffix that no field
/// uses.</summary>
public sealed partial class TypeNameTests
{
    // The entry point of each program is named so by convention.
    private static readonly string[] MayStandTwice = ["Program"];

    private static readonly string[] InventedSuffixes =
    [
        "Desk",
        "Book",
        "Board",
        "Wish",
        "Wishes",
        "Opening",
        "Rehearsal",
    ];

    // The words of a text are what this one is about.
    private static readonly string[] MayEndInWords = ["Words"];

    [Fact]
    public void Types_InSrc_HaveANameOfTheirOwn() =>
        Offenders.None(
            Declared()
                .GroupBy(type => type.Name, StringComparer.Ordinal)
                .Where(name => !MayStandTwice.Contains(name.Key, StringComparer.Ordinal))
                .Where(name =>
                    name.Select(type => Path.GetDirectoryName(type.File)).Distinct(StringComparer.Ordinal).Count() > 1
                )
                .Select(name => $"{name.Key}: {string.Join(", ", name.Select(type => type.File))}")
        );

    [Fact]
    public void Types_InSrc_AreNamedByTheFieldsWords() =>
        Offenders.None(
            Declared()
                .Where(type =>
                    InventedSuffixes.Any(suffix => type.Name.EndsWith(suffix, StringComparison.Ordinal))
                    || (
                        type.Name.EndsWith("Words", StringComparison.Ordinal)
                        && !MayEndInWords.Contains(type.Name, StringComparer.Ordinal)
                    )
                )
                .Select(type => $"{type.File}: {type.Name}")
        );

    [Fact]
    public void Files_InSrc_HaveTheNameOfATypeInThem() =>
        Offenders.None(
            Repository
                .Sources("src")
                .Where(file => !Types(file).Contains(NameOf(file), StringComparer.Ordinal))
                .Where(file => Types(file).Any())
        );

    private static string NameOf(string file) => Path.GetFileName(file).Split('.')[0];

    private static IEnumerable<(string Name, string File)> Declared() =>
        Repository.Sources("src").SelectMany(file => Types(file).Select(name => (name, file)));

    // At the top level a declaration begins its line.
    private static IEnumerable<string> Types(string file) =>
        Declaration().Matches(Repository.Read(file)).Select(match => match.Groups["name"].Value);

    [GeneratedRegex(
        @"^(?:(?:public|internal|file|sealed|abstract|static|readonly|ref|partial|unsafe) )*(?:class|record struct|record class|record|struct|enum|interface|delegate) (?<name>[A-Z]\w*)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Declaration();
}
