using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Texts of which names and patterns are asked: each cell is all texts with the same answers,
/// and each has one.</summary>
internal sealed record PatternAxis : Axis
{
    private readonly Dictionary<TextQuestion, (string Written, CellSet Cells)> _questions;

    private PatternAxis(
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

    /// <summary>All that is asked.</summary>
    public ImmutableArray<TextQuestion> Questions { get; }

    /// <summary>The axis, or null where the questions tell too many kinds of text apart.</summary>
    public static PatternAxis? Of(IEnumerable<TextConstant> names, IEnumerable<TextPattern> patterns)
    {
        var questions = names
            .Select(name => (Question: TextQuestion.Name(name), Written: name.Value))
            .Concat(patterns.Select(pattern => (Question: TextQuestion.Pattern(pattern), Written: pattern.Units)))
            .DistinctBy(each => each.Question)
            .ToList();
        if (new TextWalk(new PlaceTable(questions)).Run() is not { } found)
        {
            return null;
        }

        // Texts with one beginning stand side by side, so that most patterns are one range.
        var cells = found
            .OrderBy(cell => cell.Sample, StringComparer.OrdinalIgnoreCase)
            .ThenBy(cell => cell.Sample, StringComparer.Ordinal)
            .ToList();
        var yes = questions.ConvertAll(_ => new List<int>());
        for (var cell = 0; cell < cells.Count; cell++)
        {
            foreach (var question in cells[cell].Yes)
            {
                yes[question].Add(cell);
            }
        }

        return new PatternAxis(
            [.. cells.Select(cell => cell.Sample)],
            questions
                .Zip(yes)
                .ToDictionary(pair => pair.First.Question, pair => (pair.First.Written, CellSet.Of(pair.Second)))
        );
    }

    /// <summary>The cells of the texts that equal a name.</summary>
    public CellSet Named(TextConstant name) => Cells(TextQuestion.Name(name));

    /// <summary>The cells of the texts that match a pattern.</summary>
    public CellSet Matching(TextPattern pattern) => Cells(TextQuestion.Pattern(pattern));

    /// <summary>The cells of the texts for which a question is answered yes.</summary>
    public CellSet Cells(TextQuestion question) => _questions[question].Cells;

    /// <summary>The question's text in the policy's casing.</summary>
    public string Written(TextQuestion question) => _questions[question].Written;
}
