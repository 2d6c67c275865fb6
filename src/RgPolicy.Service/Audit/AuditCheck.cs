namespace RgPolicy.Service.Audit;

/// <summary>What checking a trail found.</summary>
/// <param name="Entries">How many lines were checked.</param>
/// <param name="First">The number of the first; above 1 when older files were taken away.</param>
/// <param name="Last">The number of the last good one; 0 without any.</param>
/// <param name="LastHash">Its hash: kept elsewhere, it proves later that nothing up to here was changed.</param>
/// <param name="Problem">Where the chain is broken and how; null when it is whole.</param>
/// <param name="HasKnown">Whether the hash that was asked for is in the chain.</param>
public sealed record AuditCheck(long Entries, long First, long Last, string LastHash, string? Problem, bool HasKnown)
{
    /// <summary>Where the chain can go on: behind the problem where a later file does, with the gap
    /// that told of it.</summary>
    internal AuditLink End { get; init; }

    /// <summary>Whether the chain goes on behind every problem.</summary>
    internal bool GoesOn { get; init; } = true;
}
