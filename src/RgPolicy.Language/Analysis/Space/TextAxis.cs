using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Texts of which names and patterns are asked: each cell is all texts with the same answers,
/// and each has one.</summary>
internal sealed record TextAxis : Axis
{
    private readonly Dictionary<TextQuestion, (string Written, CellSet Cells)> _questions;

    private TextAxis(
        ImmutableArray<string> samples,
        Dictionary<TextQuestion, (string Written, CellSet Cells)> questions
    )
        : base(samples.Length)
    {
        Samples = samples;
        _questions = questions;
        Questions = [.. questions.Keys];
    }

    /// <summary>The shortest text of each cell.</summary>
    public ImmutableArray<string> Samples { get; }

    public ImmutableArray<TextQuestion> Questions { get; }

    /// <summary>The axis of names; where the patterns do not tell too many kinds of text apart, of those too.</summary>
    public static TextAxis Of(IEnumerable<TextConstant> names, IEnumerable<TextPattern> patterns)
    {
        var named = names.Select(name => (Question: TextQuestion.Name(name), Written: name.Value)).ToList();
        return Of(named, patterns)
            ?? Of(named, [])
            ?? throw new InvalidOperationException("The walk over names alone has no bound.");
    }

    /// <summary>The axis of its names and of some patterns; null where together they tell too many kinds of text apart.</summary>
    public TextAxis? With(IEnumerable<TextPattern> patterns, WorkBudget budget) =>
        Of(Questions.Where(question => !question.IsPattern).Select(name => (name, Written(name))), patterns, budget);

    /// <summary>The cell of a text; asked of names alone.</summary>
    public int CellOf(string text) =>
        _questions
            .Aggregate(
                CellSet.Range(0, Count),
                (left, asked) =>
                    asked.Key.Text == (asked.Key.IsExact ? text : text.ToUpperInvariant())
                        ? left.Intersect(asked.Value.Cells)
                        : left.Except(asked.Value.Cells)
            )
            .First;

    /// <summary>The cells of the texts for which a question is answered yes.</summary>
    public CellSet Cells(TextQuestion question) => _questions[question].Cells;

    /// <summary>True where the question is one of those that tell the cells apart.</summary>
    public bool Tells(TextQuestion question) => _questions.ContainsKey(question);

    /// <summary>The question's text in the policy's casing.</summary>
    public string Written(TextQuestion question) => _questions[question].Written;

    private static TextAxis? Of(
        IEnumerable<(TextQuestion Question, string Written)> names,
        IEnumerable<TextPattern> patterns,
        WorkBudget? budget = null
    )
    {
        var questions = names
            .Concat(patterns.Select(pattern => (Question: TextQuestion.Pattern(pattern), Written: pattern.Units)))
            .DistinctBy(each => each.Question)
            .ToList();
        if (new TextWalk(new PlaceTable(questions), budget).Run() is not { } found)
            return null;

        // Texts with one beginning stand side by side, so that most patterns are one range; names as they are asked.
        var hasPatterns = questions.Exists(each => each.Question.IsPattern);
        var cells = found
            .OrderBy(cell => hasPatterns ? 0 : cell.Yes.FirstOrDefault(-1))
            .ThenByDescending(cell => hasPatterns ? 0 : cell.Yes.Length)
            .ThenBy(cell => cell.Sample, StringComparer.OrdinalIgnoreCase)
            .ThenBy(cell => cell.Sample, StringComparer.Ordinal)
            .ToList();
        var yes = questions.ConvertAll(_ => new List<int>());
        for (var cell = 0; cell < cells.Count; cell++)
        {
            foreach (var question in cells[cell].Yes)
                yes[question].Add(cell);
        }

        return new TextAxis(
            [.. cells.Select(cell => cell.Sample)],
            questions
                .Zip(yes)
                .ToDictionary(pair => pair.First.Question, pair => (pair.First.Written, CellSet.Of(pair.Second)))
        );
    }
}
