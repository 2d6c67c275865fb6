using System.Collections.Immutable;
using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Replaying;

/// <summary>What a policy would have done to a recording, and how another one differs.</summary>
public sealed record ReplayOutcome
{
    /// <summary>Distinct queries that were seen.</summary>
    public required long Queries { get; init; }

    /// <summary>Those whose last decision was final.</summary>
    public required long Decided { get; init; }

    /// <summary>Queries that would have been throttled.</summary>
    public required long Throttled { get; init; }

    /// <summary>Those that ended young, before their class was final: they are in no class.</summary>
    public required ShortTally TooShort { get; init; }

    /// <summary>Every class of the policy, in its order.</summary>
    public required ImmutableArray<ReplayedClass> Classes { get; init; }

    /// <summary>Queries that the second policy classes differently; null without a second policy.</summary>
    public required ImmutableArray<ClassChange>? Changes { get; init; }

    /// <summary>The loop that played it.</summary>
    public required LoopSummary Loop { get; init; }

    /// <summary>How much time the recording covers.</summary>
    public required TimeSpan Recorded { get; init; }
}
