using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>RG3007: what falls to the default.</summary>
internal sealed class DefaultReport(ClassBoxes classes, ClassSample samples, WorkBudget budget, DiagnosticBag bag)
{
    private const int LongestRegion = 400;

    public void Report(QueryClass standard, ClassVerdict verdict)
    {
        if (classes.Policy.Classes.Length == 1 || classes.Undecided.Count > 0)
        {
            // That everything falls to the only class needs no message; for a class that was not decided there is one
            // already.
            return;
        }

        if (verdict.State is ClassState.Undecided or ClassState.NotAsked)
        {
            bag.Add(
                "RG3090",
                standard.Range,
                "What falls to the default was not decided: the classes overlap too much."
            );
        }
        else if (verdict.Gap is { } gap && !bag.IsFull)
        {
            Report(standard, gap);
        }
    }

    private void Report(QueryClass standard, Room gap)
    {
        var (boxes, isAll) = new Uncovered(classes, budget).Find(gap);
        var sample = samples.Find(standard);
        var shown = sample is null ? "" : $"This query falls to the default: {SampleText.Of(sample)}. ";
        bag.Add(
            new Diagnostic("RG3007", DiagnosticSeverity.Info, shown + Describe(boxes, isAll), bag.Path, standard.Range)
            {
                Witness = sample?.Values,
                WitnessAt = sample?.At,
            }
        );
    }

    /// <summary>As many of the boxes as a reader wants to read.</summary>
    private string Describe(ImmutableArray<Box> boxes, bool isAll)
    {
        var writer = new RegionText(classes.Space);
        var texts = boxes
            .Select(writer.Write)
            .Where(each => each.IsExact)
            .Select(each => each.Text)
            .OrderBy(text => text.Length)
            .ToList();
        var shown = texts
            .TakeWhile((text, index) => index == 0 || texts.Take(index + 1).Sum(each => each.Length) <= LongestRegion)
            .ToList();
        var isWhole = isAll && shown.Count == boxes.Length;
        var region = string.Join(" or ", shown.Select(text => texts.Count == 1 ? text : $"({text})"));
        return shown.Count == 0
            ? "Queries fall to the default, at moments that no short condition names."
            : $"To the default {(isWhole ? "falls" : "fall, among others,")} {region}.";
    }
}
