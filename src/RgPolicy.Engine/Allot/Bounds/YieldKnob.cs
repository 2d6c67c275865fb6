namespace RgPolicy.Engine.Allot.Bounds;

/// <summary>Something of a pool that can give way, halving with each level down to its floor.</summary>
/// <param name="Pool">The pool's index.</param>
/// <param name="PoolName">The pool's name.</param>
/// <param name="IsCache">Ways of the cache; else the CPU share.</param>
/// <param name="Written">The ways, or the share of the protected pool's weight, at level 0.</param>
/// <param name="Floor">Never less.</param>
internal sealed record YieldKnob(int Pool, string PoolName, bool IsCache, double Written, double Floor)
{
    /// <summary>Which it is, whatever the pools' settings.</summary>
    public YieldName Name => new(PoolName, IsCache);

    /// <summary>The level at which the floor is reached; 0 where nothing can be given.</summary>
    public int Most => Written <= Floor ? 0 : (int)Math.Ceiling(Math.Log2(Written / Floor));

    /// <summary>What it comes to at a level.</summary>
    public double At(int level) => Math.Max(Floor, Written / Math.Pow(2, level));

    /// <summary>The knob of a pool's CPU share, or null where it has none.</summary>
    public static YieldKnob? OfShare(PoolAllotment pool) =>
        pool is { Throttles: true, CpuShare: { } share }
            ? new YieldKnob(pool.Pool.Index, pool.Pool.Name, false, share, PoolAllotter.LowestShare)
            : null;
}

/// <summary>Which thing of which pool gives way, however the pools' settings stand.</summary>
/// <param name="Pool">The pool's name.</param>
/// <param name="IsCache">Ways of the cache; else the CPU share.</param>
internal readonly record struct YieldName(string Pool, bool IsCache);
