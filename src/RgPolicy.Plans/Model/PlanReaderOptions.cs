namespace RgPolicy.Plans;

/// <summary>What judgement depends on besides the document.</summary>
public sealed record PlanReaderOptions
{
    /// <summary>Bytes of one L3 domain; 32 MiB unless told.</summary>
    public long LlcBytes { get; init; } = 32L * 1024 * 1024;

    /// <summary>Bytes of the cache that a core has of its own; 256 KiB unless told.</summary>
    public long L2Bytes { get; init; } = CacheSizes.AssumedL2Bytes;

    /// <summary>Both caches.</summary>
    public CacheSizes Caches => new(LlcBytes, L2Bytes);

    /// <summary>The largest document that is read, bytes.</summary>
    public int MaximumBytes { get; init; } = 64 * 1024 * 1024;

    /// <summary>
    /// Tables and indexes of the server that made the plan, by their names without schema; null where no server was
    /// asked. Names that mean more than one relation are not among them. Only plans of PostgreSQL are judged with them.
    /// </summary>
    public IReadOnlyDictionary<string, RelationFigures>? Relations { get; init; }
}
