using System.Text.RegularExpressions;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Tests.Analysis.Texts;

/// <summary>The kinds of text that questions tell apart, against regular expressions and every short text.</summary>
public sealed class TextWalkTests
{
    private const int Rounds = 150;
    private const int LongestText = 5;

    [Theory]
    [InlineData(20261123, "ab", "abx", false)]
    [InlineData(20261124, "aA", "aAx", true)]
    [InlineData(20261125, "aB\uD801\uDC00", "aAbx", false)]
    public void Run_DrawnQuestions_FindsEveryKindOfText(int seed, string letters, string texts, bool areExact)
    {
        var random = new Random(seed);
        var all = Enumerable.Range(0, LongestText + 1).SelectMany(length => OfLength(texts, length)).ToList();
        for (var round = 0; round < Rounds; round++)
        {
            var questions = Enumerable
                .Range(0, random.Next(1, 6))
                .Select(_ => Question(random, letters, areExact))
                .DistinctBy(each => each.Question)
                .ToList();
            var answers = questions.ConvertAll(each => Plain(each.Question));

            var cells = Run(questions) ?? throw new InvalidOperationException("The walk was too long.");

            Assert.All(cells, cell => Assert.Equal(cell.Yes, Yes(answers, cell.Sample)));
            var found = cells.Select(cell => string.Join(' ', cell.Yes)).ToHashSet(StringComparer.Ordinal);
            Assert.Equal(found.Count, cells.Count);
            Assert.All(all, text => Assert.Contains(string.Join(' ', Yes(answers, text)), found));
        }
    }

    [Fact]
    public void Run_LetterOutsideTheBasicPlane_IsTwoUnitsAndFoldsAsOne()
    {
        var upper = Pattern("\U00010400%", isExact: false);
        var units = Pattern("__", isExact: false);

        var cells = Run([upper, units]);

        Assert.Contains(cells ?? [], cell => cell.Yes is [0, 1] && cell.Sample == "\U00010400");
        Assert.Contains(cells ?? [], cell => cell.Yes is [0] && cell.Sample.Length > 2);
    }

    [Fact]
    public void Run_LetterWithThreeCasesOfWhichTwoAreNamed_FindsTheThird()
    {
        // µ (U+00B5), μ (U+03BC) and Μ (U+039C) are equal where case does not count.
        var cells = Run([
            Pattern("\u03BC%", isExact: false),
            Pattern("\u03BC%", isExact: true),
            Pattern("\u039C%", isExact: true),
        ]);

        Assert.Contains(cells ?? [], cell => cell is { Yes: [0], Sample: "\u00B5" });
    }

    [Fact]
    public void Run_PatternsThatTellTooMuchApart_GivesUp() =>
        Assert.Null(
            Run([
                .. Enumerable
                    .Range(0, 40)
                    .Select(number => Pattern(FormattableString.Invariant($"%word{number}_%"), isExact: false)),
            ])
        );

    private static IReadOnlyCollection<TextCell>? Run(
        IReadOnlyList<(TextQuestion Question, string Written)> questions
    ) => new TextWalk(new PlaceTable(questions)).Run();

    private static (TextQuestion Question, string Written) Question(Random random, string letters, bool mayBeExact)
    {
        var text = string.Concat(
            Enumerable
                .Range(0, random.Next(0, 5))
                .Select(_ =>
                    random.Next(3) == 0 ? "%"
                    : random.Next(5) == 0 ? "_"
                    : random.Next(8) == 0 ? "!%"
                    : random.Next(8) == 0 ? "!_"
                    : Letter(random, letters)
                )
        );
        return Pattern(text, mayBeExact && random.Next(2) == 0);
    }

    private static string Letter(Random random, string letters)
    {
        var at = random.Next(letters.Length);
        return char.IsHighSurrogate(letters[at]) ? letters.Substring(at, 2)
            : char.IsLowSurrogate(letters[at]) ? letters.Substring(at - 1, 2)
            : letters[at].ToString();
    }

    private static (TextQuestion Question, string Written) Pattern(string text, bool isExact)
    {
        var pattern = TextPattern.Read(text, isExact, escape: '!')!;
        return (TextQuestion.Pattern(pattern), pattern.Units);
    }

    private static IEnumerable<string> OfLength(string letters, int length) =>
        length == 0 ? [""] : OfLength(letters, length - 1).SelectMany(text => letters.Select(letter => text + letter));

    private static Regex Plain(TextQuestion question)
    {
        var expression = string.Concat(
            question.Text.Select(unit =>
                question.IsPattern && unit == TextPattern.Many ? ".*"
                : question.IsPattern && unit == TextPattern.One ? "."
                : Regex.Escape(unit.ToString())
            )
        );
        return new Regex(
            $"^(?:{expression})\\z",
            RegexOptions.Singleline
                | RegexOptions.CultureInvariant
                | (question.IsExact ? RegexOptions.None : RegexOptions.IgnoreCase),
            TimeSpan.FromSeconds(10)
        );
    }

    private static int[] Yes(List<Regex> answers, string text) =>
        [.. Enumerable.Range(0, answers.Count).Where(number => answers[number].IsMatch(text))];
}
