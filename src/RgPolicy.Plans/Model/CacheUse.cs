namespace RgPolicy.Plans;

/// <summary>What a statement does to the last-level cache [after ICDE'18].</summary>
public enum CacheUse
{
    /// <summary>Small streams and a small working set.</summary>
    Neutral,

    /// <summary>Streams much and gains nothing from the cache.</summary>
    Polluting,

    /// <summary>May gain from the cache; also the safe default.</summary>
    Sensitive,
}
