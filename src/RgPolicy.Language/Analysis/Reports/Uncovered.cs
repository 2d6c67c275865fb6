using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Finds what no class takes, as boxes that could not be larger.</summary>
internal sealed class Uncovered(ClassBoxes classes, WorkBudget budget)
{
    private const int MostBoxes = 4;

    // A reader gains little from the second box, and nothing from waiting for it.
    private const long StepsForMore = 20_000;

    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);
    private readonly Widening _widening = new(classes);

    private AnalysisSpace Space => classes.Space;

    /// <summary>A few such boxes, and whether they are all.</summary>
    /// <param name="first">What is known not to be taken.</param>
    public (ImmutableArray<Box> Boxes, bool IsAll) Find(Room first)
    {
        var covers = classes.All[..^1].ToList();
        var found = ImmutableArray.CreateBuilder<Box>();
        var room = first;
        while (true)
        {
            var box = _widening.Widen(room);
            found.Add(box);
            covers.Add(new OwnedBox(-1, box));
            budget.Begin(StepsForMore);
            var coverage = _search.Run(Box.Everything, covers, dimension => Space.Dimensions[dimension].All);
            if (coverage.Gap is not { } next || found.Count == MostBoxes)
            {
                return (found.ToImmutable(), coverage.IsCovered);
            }

            room = next;
        }
    }
}
