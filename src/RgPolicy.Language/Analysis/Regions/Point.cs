namespace RgPolicy.Language.Analysis.Regions;

/// <summary>One query: a cell on each dimension.</summary>
/// <param name="cells">The cells that a search fixed.</param>
/// <param name="other">The cell on every other dimension.</param>
internal sealed class Point(Dictionary<int, int> cells, Func<int, int> other)
{
    /// <summary>The cell on a dimension.</summary>
    public int On(int dimension) => cells.TryGetValue(dimension, out var cell) ? cell : other(dimension);

    public bool IsIn(Box box)
    {
        for (var place = 0; place < box.Dimensions.Length; place++)
        {
            if (!box.Sets[place].Contains(On(box.Dimensions[place])))
            {
                return false;
            }
        }

        return true;
    }
}
