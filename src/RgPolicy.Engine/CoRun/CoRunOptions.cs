namespace RgPolicy.Engine.CoRun;

/// <summary>What co-run advice goes by.</summary>
internal sealed record CoRunOptions
{
    /// <summary>So many queries may run at the same time; at least 1.</summary>
    public int Slots { get; init; } = 8;

    /// <summary>True where weak queries are kept in a part of the cache; false where all share the whole.</summary>
    public bool IsPartitioned { get; init; }

    /// <summary>Bytes of the last-level cache that they share.</summary>
    public double LlcBytes { get; init; } = 32 * 1024 * 1024;

    /// <summary>A query that has waited this long goes before all others, whatever its locality.</summary>
    public TimeSpan LongestWait { get; init; } = TimeSpan.FromSeconds(30);
}
