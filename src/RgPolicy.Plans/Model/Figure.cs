namespace RgPolicy.Plans;

/// <summary>A number and where it comes from; the value is null exactly when the provenance is unknown.</summary>
public readonly record struct Figure(decimal? Value, Provenance Provenance)
{
    /// <summary>A figure that is not known.</summary>
    public static Figure Unknown { get; } = new(null, Provenance.Unknown);
}
