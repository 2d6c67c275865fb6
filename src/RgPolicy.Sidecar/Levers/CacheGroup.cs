namespace RgPolicy.Sidecar.Levers;

/// <summary>A pool's resctrl group.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Directory">Its directory.</param>
internal sealed record CacheGroup(string Name, string Directory)
{
    /// <summary>The name of the pool's monitoring group in it; empty for none.</summary>
    internal string Monitor { get; init; } = string.Empty;
}
