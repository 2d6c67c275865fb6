namespace RgPolicy.Plans;

/// <summary>Whether data are touched again [DaMoN'21].</summary>
public enum Temporality
{
    /// <summary>A working set is used again and again.</summary>
    Temporal,

    /// <summary>Sequential only.</summary>
    NonTemporal,
}
