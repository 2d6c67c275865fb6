using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Takes from a box what the boxes above it take, as far as what is left is a box: a region is
/// told as it is.</summary>
internal static class NarrowedBox
{
    public static Box Of(Box box, IEnumerable<Box> above, AnalysisSpace space) =>
        above.Aggregate(box, (left, taken) => left.Intersects(taken) ? Without(left, taken, space) : left);

    // A box minus a box is a box where the two differ on one dimension only.
    private static Box Without(Box box, Box taken, AnalysisSpace space)
    {
        var sides = taken
            .Dimensions.Where((dimension, place) => !On(box, dimension, space).IsSubsetOf(taken.Sets[place]))
            .Take(2)
            .ToList();
        if (sides.Count != 1)
        {
            return box;
        }

        var side = sides[0];
        var rest = On(box, side, space).Except(taken.Sets[Array.IndexOf(taken.Dimensions, side)]);
        var sets = box
            .Dimensions.Zip(box.Sets, KeyValuePair.Create)
            .Where(pair => pair.Key != side)
            .Append(KeyValuePair.Create(side, rest));
        return Box.Of(sets.OrderBy(pair => pair.Key).ToList());
    }

    private static CellSet On(Box box, int dimension, AnalysisSpace space) =>
        box.On(dimension) ?? space.Dimensions[dimension].All;
}
