namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>All tables of planted mistakes.</summary>
internal static class PlantedTables
{
    /// <summary>Their files.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "mistakes.txt",
        "unseen.txt",
        "fresh.txt",
        "foreign.txt",
        "later.txt",
        "blind.txt",
        "systems.txt",
        "lines.txt",
        "authors.txt",
        "visitors.txt",
        "parts.txt",
        "hands.txt",
        "hurry.txt",
        "adapters.txt",
        "prose.txt",
        "reviewers.txt",
        "operators.txt",
        "readers.txt",
        "dialects.txt",
        "meanings.txt",
    ];

    /// <summary>The rows of all of them.</summary>
    public static IReadOnlyList<PlantedMistake> Rows { get; } = [.. Names.SelectMany(PlantedMistake.Read)];
}
