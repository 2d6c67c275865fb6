namespace RgPolicy.Plans;

/// <summary>The caches of a processor that plans are judged against.</summary>
/// <param name="LlcBytes">Bytes of one L3 domain.</param>
/// <param name="L2Bytes">Bytes of the cache that a core has of its own.</param>
public readonly record struct CacheSizes(long LlcBytes, long L2Bytes)
{
    /// <summary>A core's own cache where nothing is told: that of older processors, so that little counts as fitting in it.</summary>
    public const long AssumedL2Bytes = 256 * 1024;
}
