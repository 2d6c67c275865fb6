namespace RgPolicy.Plans;

/// <summary>Where a figure comes from, the most trustworthy first.</summary>
public enum Provenance
{
    /// <summary>Measured while the statement ran.</summary>
    Actual,

    /// <summary>The optimiser's estimate.</summary>
    Estimate,

    /// <summary>Concluded from something else, such as cost or kind.</summary>
    Inferred,

    /// <summary>A documented default.</summary>
    Fallback,

    /// <summary>Nothing is known.</summary>
    Unknown,
}
