using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Compile;

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
