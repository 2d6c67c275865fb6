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

/// <summary>The caches of a processor that plans are judged against.</summary>
/// <param name="LlcBytes">Bytes of one L3 domain.</param>
/// <param name="L2Bytes">Bytes of the cache that a core has of its own.</param>
public readonly record struct CacheSizes(long LlcBytes, long L2Bytes)
{
    /// <summary>A core's own cache where nothing is told: that of older processors, so that little counts as fitting in it.</summary>
    public const long AssumedL2Bytes = 256 * 1024;
}

/// <summary>What the catalog of a live server says of a table or an index.</summary>
/// <param name="Rows">Rows by the server's statistics, at the size that it has now; null where it was
/// never analysed.</param>
/// <param name="Pages">Pages of 8 KiB.</param>
public readonly record struct RelationFigures(double? Rows, double Pages)
{
    /// <summary>Its columns by name, as far as their statistics are known; null where none were asked for.</summary>
    public IReadOnlyDictionary<string, ColumnFigures>? Columns { get; init; }
}

/// <summary>What the statistics of a live server say of a column.</summary>
/// <param name="Distinct">Different values.</param>
/// <param name="Correlation">How far rows stand in the order of its values: 0 not at all, 1 or -1 wholly; null where
/// the server does not tell.</param>
/// <param name="Low">The lowest value that is known, where values are numbers.</param>
/// <param name="High">The highest.</param>
public readonly record struct ColumnFigures(double Distinct, double? Correlation, double? Low, double? High);
