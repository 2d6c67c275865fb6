namespace RgPolicy.Language.Analysis.Regions;

/// <summary>Queries of which every one answers a search: any of the cells on each dimension.</summary>
/// <param name="sets">The cells, where the search looked; on all other dimensions every cell does.</param>
internal sealed class Room(IReadOnlyDictionary<int, CellSet> sets)
{
    public IReadOnlyDictionary<int, CellSet> Sets => sets;

    /// <summary>One of the queries.</summary>
    /// <param name="elsewhere">Its cell on each dimension where the search did not look.</param>
    public Point Any(Func<int, int> elsewhere) =>
        new(sets.ToDictionary(entry => entry.Key, entry => entry.Value.First), elsewhere);
}
