namespace RgPolicy.Engine.Allot;

/// <summary>
/// Parts of pools: what one of a pool's queries has of the cache by itself. A part has everything else in common with
/// its pool, and the pool's ways while no query has it, so that a process can leave it without being let go.
/// </summary>
internal static class PoolParts
{
    /// <summary>The highest number that a pool can have towards the sidecar.</summary>
    public const int HighestNumber = 63;

    /// <summary>The number of a program's first part.</summary>
    public static int FirstNumber(ImmutableArray<PoolAllotment> pools, LowestPools lowest) =>
        pools.Concat(lowest.All).Max(pool => pool.Number) + 1;

    /// <summary>Where a part stands in a layout, behind the pools and the lowest one.</summary>
    public static int RequestOf(int part, int pools) => pools + 1 + part;

    /// <summary>The parts in a layout.</summary>
    /// <param name="places">What is at each place.</param>
    /// <param name="pools">The pools, with their masks in this layout.</param>
    /// <param name="first">The first part's number.</param>
    /// <param name="layout">The layout.</param>
    /// <param name="hardware">The processor.</param>
    public static ImmutableArray<PoolAllotment> Of(
        ImmutableArray<PartPlace> places,
        ImmutableArray<PoolAllotment> pools,
        int first,
        CacheLayout layout,
        CacheHardware hardware
    )
    {
        var parts = ImmutableArray.CreateBuilder<PoolAllotment>(places.Length);
        for (var index = 0; index < places.Length; index++)
        {
            if (places[index].IsFree)
                continue;

            var pool = pools[places[index].Owner];
            var name = string.Create(CultureInfo.InvariantCulture, $"part {places[index].Ordinal} of {pool.Pool.Name}");
            var part = pool with
            {
                Pool = pool.Pool with { Name = name },
                Number = first + index,
                PartOf = pool.Number,
                Request = RequestOf(index, pools.Length),
            };
            parts.Add(part.WithLayout(layout, hardware));
        }

        return parts.ToImmutable();
    }

    /// <summary>The same parts of the same pools after these have changed in anything but their masks.</summary>
    public static ImmutableArray<PoolAllotment> With(
        ImmutableArray<PoolAllotment> parts,
        ImmutableArray<PoolAllotment> pools
    ) => [.. parts.Select(part => pools[part.Pool.Index].CpuShare is { } share ? part.WithShare(share) : part)];
}

/// <summary>A part that a program has: whose it is, and which of its pool's parts. The place says its number.</summary>
/// <param name="Owner">The pool, by its place in the policy.</param>
/// <param name="Ordinal">From 1 among the parts of its pool; 0 where there is no part at this place.</param>
internal readonly record struct PartPlace(int Owner, int Ordinal)
{
    /// <summary>No part is here.</summary>
    public bool IsFree => Ordinal == 0;
}
