using System.Buffers;
using System.Text.RegularExpressions;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>
/// What stands around a mistake does not change what is said of it: neither line breaks and comments, nor other
/// statements and their mistakes, nor more parts of the same statement. Where it does all the same, the answer is
/// listed in Answers/surroundings. With RGPOLICY_ACCEPT=1 the lists are written anew: read the difference before it is
/// committed.
/// </summary>
public sealed partial class SurroundingTests
{
    private const string Comment = " /**/";

    private static readonly SearchValues<char> Quotes = SearchValues.Create("'\"`/\u2018\u201C");

    private static readonly string Folder = RepositoryRoot.File(
        "tests/RgPolicy.Language.Tests/Parsing/Planted/Answers",
        "surroundings"
    );

    [Fact]
    public void Check_OtherEndsOfLines_AnswersTheSame() =>
        Same("ends.txt", (row, _) => row.Statements.ReplaceLineEndings("\r\n"));

    [Fact]
    public void Check_LineBreaksInBraces_AnswersTheSame() =>
        Same("breaks.txt", (row, _) => Brace().Replace(row.Statements, "${open}\n  ${close}"));

    [Fact]
    public void Check_CommentsBetweenWords_AnswersTheSame() =>
        Same(
            "comments.txt",
            (row, _) =>
                row.Statements.AsSpan().ContainsAny(Quotes)
                    ? row.Statements
                    : Blank().Replace(row.Statements, Comment + " ")
        );

    [Fact]
    public void Check_BelowOtherStatements_AnswersTheSame() =>
        Same("below.txt", (row, _) => Surroundings.Plain.Above + row.Statements);

    [Fact]
    public void Check_AboveOtherStatements_AnswersTheSame() =>
        Same("above.txt", (row, _) => row.Statements + Surroundings.Plain.Below);

    [Fact]
    public void Check_BehindPlainParts_AnswersTheSame() =>
        Same("behind-plain.txt", (row, _) => Surroundings.Plain.Before(row.Statements));

    [Fact]
    public void Check_BehindOtherParts_AnswersTheSame() =>
        Same("behind-other.txt", (row, _) => Surroundings.Other.Before(row.Statements));

    [Fact]
    public void Check_BeforePlainParts_AnswersTheSame() =>
        Same("before-plain.txt", (row, _) => Surroundings.Plain.Behind(row.Statements));

    [Fact]
    public void Check_BeforeOtherParts_AnswersTheSame() =>
        Same("before-other.txt", (row, _) => Surroundings.Other.Behind(row.Statements));

    [Fact]
    public void Check_BeforeAnotherMistake_AnswersBoth() =>
        Same("pairs.txt", (row, next) => $"{row.Statements}\n{next.Statements}", isBoth: true);

    private static void Same(string list, Func<PlantedMistake, PlantedMistake, string> around, bool isBoth = false)
    {
        var path = Path.Combine(Folder, list);
        var rows = PlantedTables.Rows;
        // The next row is often of the same kind, so another is taken.
        var others = rows.Select((row, index) => Other(row, rows[(index + 50) % rows.Count], around, isBoth))
            .OfType<string>();
        var actual = string.Concat(others.Select(other => other + '\n'));
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.Equal(File.ReadAllText(path), actual);
    }

    private static string? Other(
        PlantedMistake row,
        PlantedMistake next,
        Func<PlantedMistake, PlantedMistake, string> around,
        bool isBoth
    )
    {
        var changed = row with { Statements = around(row, next) };
        if (string.Equals(changed.Statements, row.Statements, StringComparison.Ordinal))
            return null;
        var answers = PlantedAnswers.Of(changed.Text).Select(Unbroken).ToList();
        var wanted = PlantedAnswers.Of(row.Text).Concat(isBoth ? PlantedAnswers.Of(next.Text) : []).Select(Unbroken);
        return wanted.SequenceEqual(answers, StringComparer.Ordinal)
            ? null
            : string.Join("\n  ", answers.Prepend($"@ {row.Place}{(isBoth ? " " + next.Place : "")}"));
    }

    // A text that is quoted may hold what was put in, and lines have other numbers.
    private static string Unbroken(string answer) =>
        Line().Replace(Break().Replace(answer.Replace(Comment, "", StringComparison.Ordinal), " "), "of line N");

    [GeneratedRegex(@"(?<open>\{) | (?<close>\})", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Brace();

    [GeneratedRegex("(?<=[^ \n]) (?=[^ \n])", RegexOptions.None, 10_000)]
    private static partial Regex Blank();

    [GeneratedRegex(@"of line \d+", RegexOptions.NonBacktracking)]
    private static partial Regex Line();

    [GeneratedRegex(@"(\\n|\s)+", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Break();
}
