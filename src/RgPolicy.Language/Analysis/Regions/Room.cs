namespace RgPolicy.Language.Analysis.Regions;

/// <summary>Queries of which every one answers a search: any of the cells on each dimension.</summary>
/// <param name="sets">The cells, where the search looked.</param>
/// <param name="outside">The cells on all other dimensions.</param>
internal sealed class Room(IReadOnlyDictionary<int, CellSet> sets, Func<int, CellSet> outside)
{
    /// <summary>The dimensions on which the search looked.</summary>
    public IEnumerable<int> Dimensions => sets.Keys;

    /// <summary>The cells on a dimension.</summary>
    public CellSet On(int dimension) => sets.TryGetValue(dimension, out var set) ? set : outside(dimension);

    /// <summary>True where the search looked at the dimension.</summary>
    public bool IsAsked(int dimension) => sets.ContainsKey(dimension);
}
