namespace RgPolicy.Sidecar.Changing;

/// <summary>A resctrl group as it is, or as it is wanted.</summary>
/// <param name="Directory">Its directory.</param>
/// <param name="Values">Its masks and bandwidths; of a wanted group only those that are wished for.</param>
/// <param name="Tasks">Tasks of ours that are, or are to be, in it.</param>
internal sealed record CacheGroupState(string Directory, CacheValues Values, ImmutableSortedSet<int> Tasks)
{
    /// <summary>Monitoring groups of ours in it.</summary>
    internal ImmutableArray<MonitorState> Monitors { get; init; } = [];

    /// <summary>The CPUs that have its values themselves, as the kernel lists them; empty for none.</summary>
    internal string Cpus { get; init; } = string.Empty;

    /// <summary>One of them, or null.</summary>
    internal MonitorState? Monitor(string name) => Monitors.FirstOrDefault(m => m.Name == name);
}

/// <summary>A monitoring group as it is, or as it is wanted.</summary>
/// <param name="Name">Its name, the same in whatever class it is.</param>
/// <param name="Tasks">Tasks of ours that are, or are to be, in it.</param>
internal sealed record MonitorState(string Name, ImmutableSortedSet<int> Tasks);
