namespace RgPolicy.Architecture.Tests;

/// <summary>One name, one idea: no two types at the top level share a name, and no name has a suffix that no field
/// uses.</summary>
public sealed class TypeNameTests
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
    public void Types_InSrc_HaveANameOfTheirOwn()
    {
        var files = Repository.Sources("src").GroupBy(NameOf, StringComparer.Ordinal);

        Offenders.None(
            files
                .Where(name => name.Count() > 1 && !MayStandTwice.Contains(name.Key, StringComparer.Ordinal))
                .Where(name =>
                    name.Select(file => Path.GetDirectoryName(file)).Distinct(StringComparer.Ordinal).Count() > 1
                )
                .Select(name => $"{name.Key}: {string.Join(", ", name)}")
        );
    }

    [Fact]
    public void Types_InSrc_AreNamedByTheFieldsWords() =>
        Offenders.None(
            Repository
                .Sources("src")
                .Where(file =>
                    InventedSuffixes.Any(suffix => NameOf(file).EndsWith(suffix, StringComparison.Ordinal))
                    || (
                        NameOf(file).EndsWith("Words", StringComparison.Ordinal)
                        && !MayEndInWords.Contains(NameOf(file), StringComparer.Ordinal)
                    )
                )
        );

    // A file has one type, which has its name: HouseStyleTests.
    private static string NameOf(string file) => Path.GetFileName(file).Split('.')[0];
}
