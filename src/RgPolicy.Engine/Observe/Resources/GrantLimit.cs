namespace RgPolicy.Engine.Observe.Resources;

/// <summary>The largest memory grant that a query of a workload group may have.</summary>
/// <param name="Percent">Percent of its pool's workspace memory, above 0.</param>
/// <param name="Bytes">The same in bytes; null where the server does not tell.</param>
public readonly record struct GrantLimit(decimal Percent, long? Bytes)
{
    private const decimal Whole = 100;

    /// <summary>The limit of a group.</summary>
    /// <param name="percent">REQUEST_MAX_MEMORY_GRANT_PERCENT, above 0.</param>
    /// <param name="workspace">Its pool's workspace memory, bytes; null where the server does not tell.</param>
    public static GrantLimit Of(decimal percent, long? workspace) =>
        new(percent, workspace is > 0 and { } bytes ? (long)(bytes * percent / Whole) : null);

    /// <summary>The larger one; in bytes only where both are known.</summary>
    public GrantLimit Or(GrantLimit other) =>
        new(Math.Max(Percent, other.Percent), Bytes is { } one && other.Bytes is { } two ? Math.Max(one, two) : null);

    /// <summary>What a grant comes to, percent of this limit, at most 100; null where that is not known.</summary>
    public decimal? ShareOf(long granted) => Bytes is > 0 and { } most ? Math.Min(Whole, granted * Whole / most) : null;
}
