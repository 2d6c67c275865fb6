using System.Collections.Immutable;

namespace RgPolicy.Sidecar.Changing;

/// <summary>A monitoring group as it is, or as it is wanted.</summary>
/// <param name="Name">Its name, the same in whatever class it is.</param>
/// <param name="Tasks">Tasks of ours that are, or are to be, in it.</param>
internal sealed record MonitorState(string Name, ImmutableSortedSet<int> Tasks);
