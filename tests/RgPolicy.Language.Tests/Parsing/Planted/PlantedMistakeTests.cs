namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>One mistake, one message, at the right place, with the right cause, and a fix where one is sure.</summary>
public sealed class PlantedMistakeTests
{
    [Theory]
    [InlineData("mistakes.txt")]
    [InlineData("unseen.txt")]
    [InlineData("fresh.txt")]
    [InlineData("foreign.txt")]
    [InlineData("later.txt")]
    [InlineData("blind.txt")]
    [InlineData("systems.txt")]
    [InlineData("lines.txt")]
    [InlineData("authors.txt")]
    [InlineData("visitors.txt")]
    [InlineData("parts.txt")]
    [InlineData("hands.txt")]
    [InlineData("hurry.txt")]
    [InlineData("adapters.txt")]
    [InlineData("prose.txt")]
    [InlineData("reviewers.txt")]
    [InlineData("operators.txt")]
    [InlineData("readers.txt")]
    [InlineData("dialects.txt")]
    [InlineData("meanings.txt")]
    public void Check_PlantedMistakes_SaysWhatIsWrongOnce(string table)
    {
        var rows = PlantedMistake.Read(table).ToList();
        var faults = rows.Select(row => row.Fault()).OfType<string>().ToList();

        Assert.True(rows.Count >= 40, table);
        Assert.True(faults.Count * 20 <= rows.Count, $"{faults.Count} of {rows.Count}\n" + string.Join("\n", faults));
    }
}
