using System.Text.RegularExpressions;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>
/// The planted mistakes with one more in each: a word is missing, stands twice, or stands before the one that it
/// belongs behind. The answers are in Answers/near.txt. With RGPOLICY_ACCEPT=1 they are written anew: read the
/// difference before it is committed.
/// </summary>
public sealed partial class NearMistakeTests
{
    // No divisor of a number of words is likely, so that over all rows there are words of every place.
    private const int Step = 7;

    private static readonly string List = RepositoryRoot.File(
        "tests/RgPolicy.Language.Tests/Parsing/Planted/Answers",
        "near.txt"
    );

    [Fact]
    public void Parse_PlantedMistakeWithAnother_AnswersAsBefore()
    {
        var actual = string.Concat(PlantedTables.Rows.SelectMany(Answers).Select(line => line + '\n'));
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(List, actual);

        Assert.Equal(File.ReadAllText(List), actual);
    }

    private static IEnumerable<string> Answers(PlantedMistake row, int number)
    {
        var words = Word().Matches(row.Statements).Select(match => match.Value).ToList();
        if (words.Count < 2)
            return [];
        var place = number * Step % (words.Count - 1);
        var (word, next) = (words[place], words[place + 1]);
        var (kind, both) = (number % 3) switch
        {
            0 => ("without", next),
            1 => ("twice", word + word + next),
            _ => ($"behind `{next.Trim()}`", next + word),
        };
        var text = string.Concat(words[..place]) + both + string.Concat(words[(place + 2)..]);
        return PlantedAnswers
            .Of(PlantedMistake.Framed(text))
            .Select(answer => $"  {answer}")
            .Prepend($"@ {row.Place} `{word.Trim()}` {kind}");
    }

    [GeneratedRegex(
        @"(\w+|'[^'\n]*'|""[^""\n]*""|[-=<>!&|]+|\S)\s*",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Word();
}
