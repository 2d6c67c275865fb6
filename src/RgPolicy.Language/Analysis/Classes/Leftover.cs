using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>What the classes above a class leave of a box.</summary>
internal sealed class Leftover(ClassBoxes classes, BoxIndex index, WorkBudget budget)
{
    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);

    /// <summary>Whether they cover it, with whatever is unknown outside it.</summary>
    public Coverage Of(Box box, int classIndex) => Of(box, classIndex, index.Any);

    /// <summary>Whether they cover it where everything outside it is known.</summary>
    public Coverage OfKnown(Box box, int classIndex) => Of(box, classIndex, index.Known);

    private Coverage Of(Box box, int classIndex, LastCells cells)
    {
        var start = classes.StartOf(classIndex);
        var outside = cells.Before(start);
        return _search.Run(box, index.Near(box, outside, 0, start), outside.Cells);
    }
}
