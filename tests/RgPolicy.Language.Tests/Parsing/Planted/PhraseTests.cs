using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>
/// Lists of phrases, each put into the same statement, and what is said of each: phrases.txt of words and marks of
/// other languages, findings.txt of what fits the grammar, edges.txt of what differs by little from what a rule looks
/// for. With RGPOLICY_ACCEPT=1 the answers are written anew: read the difference before it is committed.
/// </summary>
public sealed class PhraseTests
{
    private static readonly string Folder = RepositoryRoot.File("tests/RgPolicy.Language.Tests/Parsing", "Planted");

    [Fact]
    public void Parse_PhraseOfAnotherLanguage_AnswersAsBefore() => AsBefore("phrases.txt", PlantedAnswers.Of);

    [Fact]
    public void Check_PhraseThatFitsTheGrammar_AnswersAsBefore() =>
        AsBefore("findings.txt", text => PlantedAnswers.OfCheck(text, TargetProfile.Generic));

    [Fact]
    public void Check_TextAtTheEdgeOfARule_AnswersAsBefore() =>
        AsBefore("edges.txt", text => PlantedAnswers.OfCheck(text, TargetProfile.Generic));

    [Theory]
    [InlineData("broadwell_2s")]
    [InlineData("mysql-8.4-linux")]
    [InlineData("windows")]
    public void Check_PhraseForOneTarget_AnswersAsBefore(string name)
    {
        var target = BuiltInProfiles.Find(name);
        Assert.NotNull(target);
        var frame = PlantedAnswers.OfCheck(PlantedMistake.Framed(""), target);

        AsBefore("findings.txt", text => OfTarget(text, target, frame), $"findings-{name}.txt");
    }

    // What is said of its capacity and of what it does not enforce, but of the statements around.
    private static IReadOnlyList<string> OfTarget(string text, TargetProfile target, IReadOnlyList<string> frame) =>
        [
            .. PlantedAnswers
                .OfCheck(text, target)
                .Where(answer => answer.StartsWith("RG4", StringComparison.Ordinal) || IsNotEnforced(answer))
                .Except(frame, StringComparer.Ordinal),
        ];

    private static bool IsNotEnforced(string answer) => answer.StartsWith("RG5", StringComparison.Ordinal);

    private static void AsBefore(string list, Func<string, IReadOnlyList<string>> answer, string? answers = null)
    {
        var path = Path.Combine(Folder, "Answers", answers ?? list);
        var actual = string.Concat(Lines(list, answer, isAll: answers is null).Select(line => line + '\n'));
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.Equal(File.ReadAllText(path), actual);
    }

    private static IEnumerable<string> Lines(string list, Func<string, IReadOnlyList<string>> answer, bool isAll)
    {
        var statement = "";
        foreach (var line in File.ReadLines(Path.Combine(Folder, list)))
        {
            if (line.StartsWith("= ", StringComparison.Ordinal) && line.Contains("{}", StringComparison.Ordinal))
            {
                statement = line[2..];
                yield return line;
            }
            else if (line.Length > 0 && line[0] != '%')
            {
                foreach (var phrase in line.Split(" | "))
                {
                    var answers = answer(Text(statement, phrase));
                    if (isAll || answers.Count > 0)
                        yield return $"  {phrase}" + string.Concat(answers.Select(Below));
                }
            }
        }
    }

    private static string Text(string statement, string phrase) =>
        PlantedMistake.Framed(
            statement.Replace("{}", phrase, StringComparison.Ordinal).Replace("\\n", "\n", StringComparison.Ordinal)
        );

    private static string Below(string answer) => $"\n    {answer}";
}
