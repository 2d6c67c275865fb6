namespace RgPolicy.Engine.Allot;

/// <summary>What one pool wants of the cache and the memory bandwidth.</summary>
/// <param name="Pool">The pool's index; each has one request.</param>
/// <param name="Ways">Ways of each L3 domain; all of them for no limit.</param>
/// <param name="Floor">Never fewer than these, whatever has to be folded.</param>
/// <param name="IsExclusive">No other pool's mask may have these ways.</param>
/// <param name="Bandwidth">Memory bandwidth, percent; 100 for no limit.</param>
/// <param name="Domains">Positions of the L3 domains in which the pool runs, as bits.</param>
internal readonly record struct CacheRequest(
    int Pool,
    int Ways,
    int Floor,
    bool IsExclusive,
    int Bandwidth,
    ulong Domains
)
{
    public bool IsIn(int domain) => domain >= 64 || (Domains >> domain & 1) != 0;
}
