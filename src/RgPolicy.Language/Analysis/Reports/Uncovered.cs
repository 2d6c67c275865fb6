using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Finds what no class takes, as boxes that could not be larger.</summary>
internal sealed class Uncovered(ClassBoxes classes, WorkBudget budget)
{
    private const int MostBoxes = 4;

    // A reader gains little from the second box, and nothing from waiting for it.
    private const long StepsForMore = 20_000;

    private readonly CoverSearch _search = classes.Space.Search(budget);

    /// <summary>All but the default, which takes everything.</summary>
    private IReadOnlyList<OwnedBox> Classes => classes.Between(0, classes.All.Count - 1);

    /// <summary>A few such boxes, and whether they are all.</summary>
    public (ImmutableArray<Box> Boxes, bool IsAll) Find(Room first)
    {
        var covers = Classes.ToList();
        var found = ImmutableArray.CreateBuilder<Box>();
        var room = first;
        while (true)
        {
            var box = Widen(room);
            found.Add(box);
            covers.Add(new OwnedBox(-1, box));
            budget.Begin(StepsForMore);
            var coverage = _search.Run(Box.Everything, covers);
            if (coverage.Gap is not { } next || found.Count == MostBoxes)
                return (found.ToImmutable(), coverage.IsCovered);

            room = next;
        }
    }

    /// <summary>A box around queries that no class takes: on each dimension in turn all that no class takes that they
    /// meet on the others.</summary>
    private Box Widen(Room room)
    {
        var cells = classes.Space.Dimensions.Select(dimension => room.On(dimension.Index)).ToArray();
        foreach (var dimension in classes.Space.Dimensions)
        {
            var taken = Classes
                .Where(owned => Meets(owned.Box, dimension.Index))
                .Select(owned => owned.Box.On(dimension.Index));
            cells[dimension.Index] = dimension.All.Except(CellSet.Union(taken.OfType<CellSet>()));
        }

        return Box.Of([
            .. classes
                .Space.Dimensions.Where(dimension => !cells[dimension.Index].Equals(dimension.All))
                .Select(dimension => KeyValuePair.Create(dimension.Index, cells[dimension.Index])),
        ]);

        bool Meets(Box box, int except) =>
            box.Dimensions.Zip(box.Sets).All(pair => pair.First == except || pair.Second.Intersects(cells[pair.First]));
    }
}
