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

/// <summary>What can become of an order to reload.</summary>
internal enum ReloadOutcomeKind
{
    /// <summary>Another revision is in force.</summary>
    Replaced,

    /// <summary>The policy is the one that was in force.</summary>
    Unchanged,

    /// <summary>There was an error; what was in force stays.</summary>
    Rejected,
}
