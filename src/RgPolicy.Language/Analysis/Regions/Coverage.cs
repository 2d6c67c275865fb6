namespace RgPolicy.Language.Analysis.Regions;

/// <summary>The answer to the question whether boxes cover a box.</summary>
/// <param name="Gap">Queries outside all of them, or null.</param>
/// <param name="IsDecided">False when the work budget was spent first.</param>
/// <param name="Used">Where they cover it: owners that together do.</param>
internal sealed record Coverage(Room? Gap, bool IsDecided, IReadOnlySet<int> Used)
{
    /// <summary>True when it is proved that nothing is left.</summary>
    public bool IsCovered => IsDecided && Gap is null;
}
