using System.Collections.Immutable;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>How two policies differ in meaning.</summary>
/// <param name="Regions">Region by region, in the order of the old policy's classes.</param>
/// <param name="Statements">Other statements that differ: rules, states, objectives, the cache strategy.</param>
/// <param name="IsDecided">False when the work budget was spent before every region was looked at.</param>
public sealed record PolicyDifference(
    ImmutableArray<ChangedRegion> Regions, ImmutableArray<string> Statements, bool IsDecided)
{
    /// <summary>True when it is proved that every query gets the same limits and everything else is the same too.</summary>
    public bool IsEquivalent => IsDecided && Statements.IsEmpty && !Regions.Any(region => region.ChangesLimits);
}
