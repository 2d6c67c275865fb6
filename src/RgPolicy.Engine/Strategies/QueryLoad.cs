using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Strategies;

/// <summary>One running query, of what a split looks at.</summary>
/// <param name="Tracked">The query.</param>
/// <param name="Pool">The place of its pool among those that take part.</param>
/// <param name="Bytes">Its working set; null where that is not known.</param>
/// <param name="Order">Smaller ones are served first.</param>
/// <param name="IsStreaming">It only streams.</param>
/// <param name="MayPart">It may have a part of its pool: it lasts long enough, and no rule has put it lower.</param>
internal readonly record struct QueryLoad(
    TrackedQuery Tracked,
    int Pool,
    double? Bytes,
    double Order,
    bool IsStreaming,
    bool MayPart
)
{
    /// <summary>Its backend and its workers.</summary>
    public int Processes { get; } = 1 + Tracked.Query.Workers.Length;

    /// <summary>Its backend and start, which name it: what tracks it is used again for others.</summary>
    public (int ProcessId, DateTimeOffset Started) Name { get; } = NameOf(Tracked);

    /// <summary>False when it has ended and what tracks it tracks another.</summary>
    public bool IsTracked => Name == NameOf(Tracked);

    private static (int, DateTimeOffset) NameOf(TrackedQuery tracked) =>
        (tracked.Query.ProcessId, tracked.Query.Started);
}
