using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Writes cells of texts as conditions: names, and patterns that match or do not, no more of
/// them than are needed.</summary>
internal sealed class TextRegionText(Signal signal, TextAxis axis)
{
    private readonly CellSet _all = CellSet.Range(0, axis.Count);
    private readonly CellSet _unnamed = CellSet
        .Range(0, axis.Count)
        .Except(CellSet.Union(axis.Questions.Where(question => !question.IsPattern).Select(axis.Cells)));

    /// <summary>Conditions of which one is true on just these cells.</summary>
    public IEnumerable<string> Of(CellSet cells)
    {
        // What is unnamed first: a few conditions say much of it, names too.
        var others = new List<string>();
        var left = cells;
        for (var open = left.Intersect(_unnamed); !open.IsEmpty; open = left.Intersect(_unnamed))
            left = left.Except(Tell(open.First, cells, others));

        var names = new List<TextQuestion>();
        foreach (var name in axis.Questions.Where(question => !question.IsPattern).OrderBy(name => name.IsExact))
        {
            if (axis.Cells(name).Intersects(left) && axis.Cells(name).IsSubsetOf(cells))
            {
                names.Add(name);
                left = left.Except(axis.Cells(name));
            }
        }

        while (!left.IsEmpty)
            left = left.Except(Tell(left.First, cells, others));

        return names.Count == 0 ? others : others.Prepend(Names(names, isNegated: false));
    }

    /// <summary>Adds a condition that is true on a cell and on no other than the given ones, and says
    /// where it is.</summary>
    private CellSet Tell(int cell, CellSet cells, List<string> told)
    {
        var answers = Shortest(cell, cells);
        told.Add(answers.Count == 0 ? $"{signal.Name} is known" : Write(answers));
        return answers.Aggregate(_all, (left, answer) => left.Intersect(Cells(answer)));
    }

    /// <summary>Answers that a cell gives and that lead nowhere outside the cells, of which none can be
    /// left out.</summary>
    private List<(TextQuestion Question, bool IsYes)> Shortest(int cell, CellSet cells)
    {
        // Denials are left out first, then patterns: a name alone says most.
        var answers = axis
            .Questions.Select(question => (Question: question, IsYes: axis.Cells(question).Contains(cell)))
            .OrderBy(answer => answer.IsYes)
            .ThenByDescending(answer => answer.IsYes == answer.Question.IsPattern)
            .ToList();
        var behind = new CellSet[answers.Count + 1];
        behind[^1] = _all;
        for (var place = answers.Count - 1; place >= 0; place--)
            behind[place] = behind[place + 1].Intersect(Cells(answers[place]));

        var (kept, common) = (new List<(TextQuestion, bool)>(), _all);
        for (var place = 0; place < answers.Count; place++)
        {
            if (!common.Intersect(behind[place + 1]).IsSubsetOf(cells))
            {
                kept.Add(answers[place]);
                common = common.Intersect(Cells(answers[place]));
            }
        }

        return kept;
    }

    private CellSet Cells((TextQuestion Question, bool IsYes) answer) =>
        answer.IsYes ? axis.Cells(answer.Question) : _all.Except(axis.Cells(answer.Question));

    private string Write(List<(TextQuestion Question, bool IsYes)> answers)
    {
        var parts = answers
            .Where(answer => answer.IsYes)
            .Select(answer =>
                answer.Question.IsPattern
                    ? $"{signal.Name} like {Literal(answer.Question)}"
                    : Names([answer.Question], isNegated: false)
            )
            .ToList();
        var denied = answers.Where(answer => !answer.IsYes).Select(answer => answer.Question).ToList();
        if (denied.FindAll(question => !question.IsPattern) is { Count: > 0 } names)
            parts.Add(Names(names, isNegated: true));

        parts.AddRange(
            denied
                .Where(question => question.IsPattern)
                .Select(question => $"{signal.Name} not like {Literal(question)}")
        );
        return string.Join(" and ", parts);
    }

    private string Names(List<TextQuestion> names, bool isNegated)
    {
        var list = string.Join(", ", names.Select(Literal));
        return names.Count == 1
            ? $"{signal.Name} {(isNegated ? "!=" : "=")} {list}"
            : $"{signal.Name} {(isNegated ? "not in" : "in")} ({list})";
    }

    private string Literal(TextQuestion question) =>
        question.IsPattern
            ? TextPattern.OfUnits(axis.Written(question), question.IsExact).ToPolicyText()
            : RegionText.Literal(new TextConstant(axis.Written(question), question.IsExact));
}
