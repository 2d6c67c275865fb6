using System.Collections.Immutable;
using RgPolicy.Engine.CorePools;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Status;

/// <summary>The masks of CPUs at one moment.</summary>
/// <param name="Problem">Why no CPU has one; null for no reason.</param>
/// <param name="IsReady">The sidecar has them.</param>
/// <param name="Pools">As they are wished for.</param>
/// <param name="ReadBack">As the sidecar read them back.</param>
internal sealed record CoreMaskState(
    string? Problem,
    bool IsReady,
    ImmutableArray<CorePool> Pools,
    IReadOnlyList<PoolOutcome> ReadBack
)
{
    /// <summary>There are none.</summary>
    public static CoreMaskState None(string problem) => new(problem, false, [], []);
}
