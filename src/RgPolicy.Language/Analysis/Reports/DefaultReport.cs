using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>RG3007: what falls to the default.</summary>
internal sealed class DefaultReport(ClassBoxes classes, WorkBudget budget, DiagnosticBag bag)
{
    private const long KnownSearch = 400_000;
    private const int LongestRegion = 400;

    public void Report(QueryClass standard)
    {
        var (boxes, isAll) = new Uncovered(classes, budget).Find();
        if (boxes.IsEmpty)
        {
            if (!isAll)
            {
                bag.Add("RG3090", standard.Range, "What falls to the default was not decided: the classes overlap too much.");
            }

            return;
        }

        var sample = FindSample(standard);
        var shown = sample is null ? "" : $" Such a query: {SampleText.Of(sample)}.";
        bag.Add(new Diagnostic("RG3007", DiagnosticSeverity.Info, Describe(boxes, isAll) + shown, bag.Path, standard.Range)
        {
            Witness = sample?.Values,
            WitnessAt = sample?.At,
        });
    }

    /// <summary>As many of the boxes as a reader wants to read.</summary>
    private string Describe(ImmutableArray<Box> boxes, bool isAll)
    {
        var writer = new RegionText(classes.Space);
        var texts = boxes.Select(writer.Of).OrderBy(text => text.Length).ToList();
        var shown = texts.TakeWhile((text, index) => index == 0 || texts.Take(index + 1).Sum(each => each.Length) <= LongestRegion).ToList();
        var isWhole = isAll && shown.Count == texts.Count;
        var region = string.Join(" or ", shown.Select(text => texts.Count == 1 ? text : $"({text})"));
        return $"To the default {(isWhole ? "falls" : "fall, among others,")} {region}.";
    }

    /// <summary>A query of which all is known, if one is soon found.</summary>
    private Sample? FindSample(QueryClass standard)
    {
        var search = new SampleSearch(classes.Space, budget);
        var covers = classes.All.Take(classes.StartOf(standard.Index)).ToList();
        return search.Find(Box.Everything, covers, isKnown: true, KnownSearch).Sample
            ?? search.Find(Box.Everything, covers, isKnown: false, WorkBudget.PerQuestion).Sample;
    }
}
