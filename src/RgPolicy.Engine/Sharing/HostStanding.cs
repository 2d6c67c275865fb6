using System.Collections.Immutable;

namespace RgPolicy.Engine.Sharing;

/// <summary>How a server stands beside the others of its host.</summary>
/// <param name="Others">Names of the other servers.</param>
/// <param name="Classes">Classes of service that are its own, the default one not included.</param>
/// <param name="AllClasses">Those of the host.</param>
/// <param name="Weight">The CPU weight that its pools are held against; null where it is its own.</param>
/// <param name="IsForOthers">Its narrowed queries stay narrowed for the queries of another server.</param>
public sealed record HostStanding(
    ImmutableArray<string> Others,
    int Classes,
    int AllClasses,
    double? Weight,
    bool IsForOthers
);
