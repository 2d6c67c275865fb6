namespace RgPolicy.Engine.Allot;

/// <summary>One class of service (CLOS) beside the default one, and the pools that share it.</summary>
/// <param name="Number">From 1; the default class has no number of its own.</param>
/// <param name="Pools">Indices of the pools, ascending.</param>
/// <param name="Ways">Ways of each domain, as far as exclusive pools leave so many.</param>
/// <param name="IsExclusive">No other class has these ways in a domain where one of its pools runs.</param>
/// <param name="Bandwidth">Memory bandwidth, percent.</param>
/// <param name="Masks">Capacity masks, by the domain's position.</param>
internal sealed record ServiceClass(
    int Number,
    ImmutableArray<int> Pools,
    int Ways,
    bool IsExclusive,
    int Bandwidth,
    ImmutableArray<ulong> Masks
)
{
    /// <summary>The least of ways that any of its pools may have.</summary>
    public int Floor { get; init; }

    /// <summary>Positions of the L3 domains in which any of its pools runs, as bits.</summary>
    public ulong Domains { get; init; } = ulong.MaxValue;
}

/// <summary>A capacity mask in one L3 domain.</summary>
/// <param name="Domain">The domain's number, as the kernel names it.</param>
/// <param name="Mask">The ways as bits.</param>
internal readonly record struct DomainMask(int Domain, ulong Mask);
