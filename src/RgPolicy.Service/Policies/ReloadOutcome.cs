using System.Collections.Immutable;

namespace RgPolicy.Service.Policies;

/// <summary>What became of an order to reload.</summary>
/// <param name="Kind">Which of them.</param>
/// <param name="Revision">The revision in force now.</param>
/// <param name="Before">The revision that was in force before.</param>
/// <param name="Error">Why nothing was replaced, or null.</param>
/// <param name="Differences">What has changed in meaning, one line each.</param>
internal sealed record ReloadOutcome(
    ReloadOutcomeKind Kind,
    string Revision,
    string Before,
    string? Error,
    ImmutableArray<string> Differences
);
