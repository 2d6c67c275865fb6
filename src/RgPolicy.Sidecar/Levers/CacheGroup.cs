namespace RgPolicy.Sidecar.Levers;

/// <summary>A pool's resctrl group.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Directory">Its directory.</param>
internal sealed record CacheGroup(string Name, string Directory);
