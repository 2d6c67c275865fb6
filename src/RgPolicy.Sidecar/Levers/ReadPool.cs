namespace RgPolicy.Sidecar.Levers;

/// <summary>What a pool wishes of the blkio groups.</summary>
/// <param name="Number">Its number.</param>
/// <param name="Names">The names that its group may have, best first.</param>
internal sealed record ReadPool(int Number, IEnumerable<string> Names)
{
    /// <summary>Most bytes per second from each disk; null for no limit.</summary>
    internal long? Bytes { get; init; }

    /// <summary>Most reads per second from each disk; null for no limit.</summary>
    internal long? Reads { get; init; }

    /// <summary>Directories that it has already or that were handed over, best first; the first that is in the right
    /// place is kept.</summary>
    internal IEnumerable<string> Kept { get; init; } = [];
}
