using System.Collections.Immutable;

namespace RgPolicy.Dbms.Configure;

/// <summary>What was read back after a change.</summary>
/// <param name="Differences">What is not as it should be; empty after a change that succeeded.</param>
/// <param name="Waiting">What will go when the sessions that are in it have ended; its limits are lifted.</param>
public sealed record Verification(ImmutableArray<string> Differences, ImmutableArray<string> Waiting);
