using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Parts;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Reports what a condition by itself gives away: that it is never true (RG3001), or longer
/// than it need be (RG3006).</summary>
internal sealed class ConditionReport(AnalysisSpace space, WorkBudget budget, DiagnosticBag bag)
{
    private readonly ConditionRegions _regions = new(space);
    private readonly RemovableParts _parts = new(space, budget);

    /// <summary>Reports on a condition of a rule or a state.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="consequence">What follows where it is never true: <c>this step never acts</c>.</param>
    public void Report(Condition condition, string consequence)
    {
        if (_regions.Boxes(condition, isTrue: true) is { IsEmpty: true })
            ReportNeverTrue(condition, consequence);
        else
            ReportParts(condition, Naming.None);
    }

    /// <summary>RG3001. What is read in place of a mistake is not judged.</summary>
    public void ReportNeverTrue(Condition condition, string consequence)
    {
        if (bag.HasSyntaxErrorIn(condition.Range))
            return;

        var parts = new Contradiction(_regions).Find(condition);
        var why = parts switch
        {
            [BetweenCondition range] => $"`{range.Text}` can never be true, for nothing lies between its ends",
            [var single] => $"`{single.Text}` can never be true",
            { Length: Contradiction.MostNamed } => $"`{parts[^1].Text}` and what stands before it exclude each other",
            _ => $"{string.Join(" and ", parts.Select(part => $"`{part.Text}`"))} exclude each other",
        };
        bag.Add(
            new Diagnostic(
                "RG3001",
                DiagnosticSeverity.Error,
                $"{why}, so {consequence}: correct or remove it.",
                bag.Path,
                parts[0].Range
            )
            {
                Related = [.. parts.Skip(1).Select(part => bag.At(part.Range, "excluded by this"))],
            }
        );
    }

    /// <summary>RG3006.</summary>
    public void ReportParts(Condition condition, Naming naming)
    {
        if (_parts.Find(condition, naming) is not { } removable)
        {
            bag.Add(
                "RG3090",
                condition.Range,
                "This condition is too large to tell whether parts of it could be left out."
            );
            return;
        }

        foreach (var part in removable)
        {
            var why = Operand(part) is LikeCondition { Pattern.FitsEveryText: true } ? " fits every text, so it" : "";
            bag.Add("RG3006", RangeOf(part), $"{Describe(part)}{why} changes nothing: leave it out.");
        }
    }

    private static Text.TextRange RangeOf(Part part) => Operand(part)?.Range ?? part.Whole.Range;

    private static Condition? Operand(Part part) =>
        part.Whole switch
        {
            AndCondition and => and.Operands[part.Place],
            OrCondition or => or.Operands[part.Place],
            _ => null,
        };

    private static string Describe(Part part) =>
        part.Whole switch
        {
            InCondition list => Element(list.Values, part.Place, list.Text),
            ContainsCondition list => Element(list.Values, part.Place, list.Text),
            BetweenCondition range => $"The {(part.Place == 0 ? "low" : "high")} end of `{range.Text}`",
            _ => $"`{Operand(part)?.Text}`",
        };

    private static string Element<T>(ImmutableArray<T> values, int place, string text)
        where T : Constant => FormattableString.Invariant($"Element {place + 1} of {values.Length} in `{text}`");
}
