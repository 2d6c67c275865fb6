namespace RgPolicy.Engine.Allot.Bounds;

/// <summary>Between what bounds a strategy may move one pool.</summary>
/// <param name="Pool">The pool's index.</param>
/// <param name="Floor">Never fewer ways.</param>
/// <param name="Cap">Never more ways: as written.</param>
/// <param name="IsExclusive">As written.</param>
/// <param name="TakesPart">False where the strategy leaves it as written: exclusive, or without a share
/// of the cache.</param>
/// <param name="Bandwidth">Memory bandwidth, percent; no strategy changes it.</param>
/// <param name="Domains">Positions of the L3 domains in which it runs, as bits.</param>
internal sealed record PoolTerms(
    int Pool,
    int Floor,
    int Cap,
    bool IsExclusive,
    bool TakesPart,
    int Bandwidth,
    ulong Domains
)
{
    /// <summary>As the policy writes it.</summary>
    public CacheRequest AsWritten => With(Cap, IsExclusive);

    public CacheRequest With(int ways, bool isApart) => new(Pool, ways, Floor, isApart, Bandwidth, Domains);
}
