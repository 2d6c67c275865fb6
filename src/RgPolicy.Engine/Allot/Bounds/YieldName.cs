namespace RgPolicy.Engine.Allot.Bounds;

/// <summary>Which thing of which pool gives way, however the pools' settings stand.</summary>
/// <param name="Pool">The pool's name.</param>
/// <param name="IsCache">Ways of the cache; else the CPU share.</param>
internal readonly record struct YieldName(string Pool, bool IsCache);
