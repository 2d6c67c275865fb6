using System.Collections.Immutable;
using NodaTime;

namespace RgPolicy.Cli.Why;

/// <summary>What <c>rgp why --plan</c> was asked for.</summary>
/// <param name="Policy">The policy's path.</param>
/// <param name="Plan">The plan document's path.</param>
/// <param name="Statement">The statement's ordinal; null is the first that has a plan.</param>
/// <param name="Session">Session signals, each <c>KEY=VALUE</c>.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
/// <param name="At">The moment for windows; null is now.</param>
internal sealed record WhyRequest(
    string Policy,
    string Plan,
    int? Statement,
    ImmutableArray<string> Session,
    string? Target,
    Instant? At
);
