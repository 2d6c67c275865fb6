namespace RgPolicy.Plans;

/// <summary>A number and where it comes from; the value is null exactly when the provenance is unknown.</summary>
public readonly record struct Figure(decimal? Value, Provenance Provenance)
{
    /// <summary>A figure that is not known.</summary>
    public static Figure Unknown { get; } = new(null, Provenance.Unknown);
}

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
