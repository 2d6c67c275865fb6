using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Finds what no class takes, as boxes that could not be larger.</summary>
internal sealed class Uncovered(ClassBoxes classes, WorkBudget budget)
{
    private const int MostBoxes = 4;

    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);

    private AnalysisSpace Space => classes.Space;

    /// <summary>The first such boxes, and whether they are all.</summary>
    public (ImmutableArray<Box> Boxes, bool IsAll) Find()
    {
        var covers = classes.All.Take(classes.StartOf(classes.Policy.Classes.Length - 1)).ToList();
        var found = ImmutableArray.CreateBuilder<Box>();
        while (true)
        {
            budget.Begin();
            var coverage = _search.Run(Box.Everything, covers, All);
            if (coverage.Gap is not { } room || found.Count == MostBoxes)
            {
                return (found.ToImmutable(), coverage.IsCovered);
            }

            var box = Widen(room, classes.All.Take(classes.StartOf(classes.Policy.Classes.Length - 1)).ToList());
            found.Add(box);
            covers.Add(new OwnedBox(-1, box));
        }
    }

    /// <summary>Widens the room on each dimension in turn to all that no class takes.</summary>
    private Box Widen(Room room, List<OwnedBox> covers)
    {
        var sets = new SortedDictionary<int, CellSet>(room.Sets.ToDictionary());
        foreach (var dimension in sets.Keys.ToList())
        {
            sets.Remove(dimension);
            var others = Box.Of(sets);
            var widest = covers.Where(cover => cover.Box.Intersects(others))
                .Aggregate(All(dimension), (left, cover) => left.Except(cover.Box.On(dimension) ?? All(dimension)));
            if (!widest.Equals(All(dimension)))
            {
                sets[dimension] = widest;
            }
        }

        return Box.Of(sets);
    }

    private CellSet All(int dimension) => Space.Dimensions[dimension].All;
}
