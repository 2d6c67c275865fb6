namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>
/// Every answer to a planted mistake, word for word, and the lines that its fixes write: below Answers, one file for a
/// table. With RGPOLICY_ACCEPT=1 they are written anew: read the difference before it is committed.
/// </summary>
public sealed class PlantedAnswerTests
{
    private static readonly string Folder = RepositoryRoot.File(
        "tests/RgPolicy.Language.Tests/Parsing/Planted",
        "Answers"
    );

    public static TheoryData<string> Tables() => [.. PlantedTables.Names];

    [Theory]
    [MemberData(nameof(Tables))]
    public void Check_PlantedMistakes_AnswersAsBefore(string table)
    {
        var path = Path.Combine(Folder, table);
        var actual = string.Concat(
            PlantedMistake.Read(table).SelectMany(row => row.Answer()).Select(line => line + '\n')
        );
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.Equal(File.ReadAllText(path), actual);
    }
}
