using RgPolicy.Language.Checking;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>
/// Lists of phrases, each put into the same statement: findings.txt of what fits the grammar, with the codes of what is
/// found; phrases.txt of words and marks of other languages and edges.txt of what differs by little from what a
/// correction looks for, with the laws that hold for each. With RGPOLICY_ACCEPT=1 the codes are written anew: read the
/// difference before it is committed.
/// </summary>
public sealed class PhraseTests
{
    private static readonly string Folder = RepositoryRoot.File("tests/RgPolicy.Language.Tests/Parsing", "Planted");

    [Fact]
    public void Check_PhraseThatFitsTheGrammar_FindsTheSameCodes() =>
        AsBefore("findings.txt", text => Codes(text, TargetProfile.Generic));

    [Theory]
    [InlineData("broadwell_2s")]
    [InlineData("mysql-8.4-linux")]
    [InlineData("windows")]
    public void Check_PhraseForOneTarget_FindsTheSameCodes(string name)
    {
        var target = BuiltInProfiles.Find(name);
        Assert.NotNull(target);
        var frame = Messages(PlantedMistake.Framed(""), target);

        AsBefore(
            "findings.txt",
            text =>
                [
                    .. Messages(text, target)
                        .Except(frame)
                        .Select(found => found.Code)
                        .Where(code =>
                            code.StartsWith("RG4", StringComparison.Ordinal)
                            || code.StartsWith("RG5", StringComparison.Ordinal)
                        ),
                ],
            $"findings-{name}.txt"
        );
    }

    [Theory]
    [InlineData("phrases.txt")]
    [InlineData("edges.txt")]
    public void Fix_SafeFixesOfAPhrase_AddNoError(string list)
    {
        var faults = Lines(list).Select(line => line.Text).Where(text => text is not null && IsWorse(text)).ToList();

        Assert.True(faults.Count == 0, $"{faults.Count}\n" + string.Join("\n", faults));
    }

    private static bool IsWorse(string text)
    {
        var before = PolicyReader.Check(text, "t.rgp", TargetProfile.Generic);
        var after = PolicyFixer
            .Fix(Encoding.UTF8.GetBytes(text), "t.rgp", TargetProfile.Generic, includeUnsafe: false)
            .Check;
        return Syntax(after) > Syntax(before);
    }

    private static int Syntax(PolicyCheck check) =>
        check.Diagnostics.Count(found => found.Code.StartsWith("RG1", StringComparison.Ordinal));

    private static IReadOnlyList<string> Codes(string text, TargetProfile target) =>
        [.. PolicyReader.Check(text, "t.rgp", target).Diagnostics.Select(found => found.Code)];

    private static List<(string Code, string Message)> Messages(string text, TargetProfile target) =>
        [.. PolicyReader.Check(text, "t.rgp", target).Diagnostics.Select(found => (found.Code, found.Message))];

    private static void AsBefore(string list, Func<string, IReadOnlyList<string>> codes, string? answers = null)
    {
        var path = Path.Combine(Folder, "Answers", answers ?? list);
        var lines = Lines(list)
            .Select(line =>
                line.Text is null ? line.Shown
                : codes(line.Text) is { Count: > 0 } found
                    ? $"{line.Shown}  :: {string.Join(' ', found.Order(StringComparer.Ordinal))}"
                : answers is null ? line.Shown
                : null
            )
            .OfType<string>();
        var actual = string.Concat(lines.Select(line => line + '\n'));
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.Equal(File.ReadAllText(path), actual);
    }

    private static IEnumerable<(string Shown, string? Text)> Lines(string list)
    {
        var statement = "";
        foreach (var line in File.ReadLines(Path.Combine(Folder, list)))
        {
            if (line.StartsWith("= ", StringComparison.Ordinal) && line.Contains("{}", StringComparison.Ordinal))
            {
                statement = line[2..];
                yield return (line, null);
            }
            else if (line.Length > 0 && line[0] != '%')
            {
                foreach (var phrase in line.Split(" | "))
                    yield return ($"  {phrase}", Text(statement, phrase));
            }
        }
    }

    private static string Text(string statement, string phrase) =>
        PlantedMistake.Framed(
            statement.Replace("{}", phrase, StringComparison.Ordinal).Replace("\\n", "\n", StringComparison.Ordinal)
        );
}
