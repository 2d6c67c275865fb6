namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>One mistake, one error, at the right line, with the right cause, and a fix that means what was
/// meant.</summary>
public sealed class PlantedMistakeTests
{
    private const int LeastPercent = 88;

    [Fact]
    public void Check_PlantedMistakes_SaysWhatIsWrongOnce()
    {
        var faults = PlantedTables.Rows.Select(row => row.Fault()).OfType<string>().ToList();

        var right = PlantedTables.Rows.Count - faults.Count;
        Assert.True(PlantedTables.Rows.Count > 1200);
        Assert.True(
            right * 100 >= PlantedTables.Rows.Count * LeastPercent,
            $"{right} of {PlantedTables.Rows.Count}\n" + string.Join("\n", faults)
        );
    }

    public static TheoryData<string, string, string> Habits()
    {
        var rows = new TheoryData<string, string, string>();
        foreach (
            var parts in File.ReadLines(
                    RepositoryRoot.File("tests/RgPolicy.Language.Tests/Parsing/Planted", "habits.txt")
                )
                .Where(line => line.Length > 0 && line[0] != '%')
                .Select(line => line.Split(" => "))
        )
            rows.Add(parts[0][..6], parts[0][7..], parts[1]);

        return rows;
    }

    [Theory]
    [MemberData(nameof(Habits))]
    public void Check_Habit_IsFixedAsMeant(string code, string written, string meant) =>
        Assert.Null(new PlantedMistake("habits.txt", 1, code, IsFixed: false, written, meant).Fault());
}
