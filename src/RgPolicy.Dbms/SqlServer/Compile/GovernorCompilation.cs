using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>What a policy comes to in Resource Governor's configuration.</summary>
/// <param name="Spec">What is asked for.</param>
/// <param name="NotEnforced">What the configuration leaves out.</param>
/// <param name="Warnings">What the DBA should know, as sentences.</param>
internal sealed record GovernorCompilation(
    GovernorSpec Spec,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
)
{
    /// <summary>True where the server cannot carry it out at all: what is there stays as it is.</summary>
    public bool IsImpossible { get; init; }

    /// <summary>Why the policy is refused for this server, with what fixes it; null where it is not.</summary>
    public string? Refusal { get; init; }
}

/// <summary>The part of Resource Governor's configuration that a policy asks for.</summary>
/// <param name="Pools">Resource pools, in the order of the policy.</param>
/// <param name="Groups">One workload group for each.</param>
/// <param name="Classifier">Null where nothing is governed.</param>
internal sealed record GovernorSpec(
    ImmutableArray<ResourcePoolSpec> Pools,
    ImmutableArray<WorkloadGroupSpec> Groups,
    LoginClassifier? Classifier
)
{
    /// <summary>Nothing.</summary>
    public static GovernorSpec Empty { get; } = new([], [], null);
}
