using System.Collections.Immutable;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Mixes;

/// <summary>What runs on a simulated machine.</summary>
public sealed record Mix
{
    /// <summary>Simulated seconds.</summary>
    public double Seconds { get; init; } = 60;

    /// <summary>Seconds between two polls of the governor.</summary>
    public double PollSeconds { get; init; } = 0.1;

    /// <summary>By how much footprints, accesses, streams and processor times may be wrong: one standard deviation, as
    /// a part.</summary>
    public double Uncertainty { get; init; } = 0.1;

    /// <summary>The governor is shown the phase that runs, not the whole statement.</summary>
    public bool SeesPhases { get; init; }

    /// <summary>At most so many executions at a time, chosen by the policy's co-run advice; null without a
    /// gate.</summary>
    public int? Slots { get; init; }

    /// <summary>The masks of pools are not in force, all else of a policy is: what cache allocation brings is the
    /// difference.</summary>
    public bool IgnoresMasks { get; init; }

    /// <summary>The machine beyond its profile.</summary>
    public MemoryModel Memory { get; init; } = new();

    /// <summary>The queries; at least one.</summary>
    public ImmutableArray<MixQuery> Queries { get; init; } = [];
}
