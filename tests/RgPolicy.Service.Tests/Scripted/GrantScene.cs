using System.Collections.Frozen;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A server of one pool and the workload group that scripted queries are in.</summary>
internal static class GrantScene
{
    private const int Pool = 2;

    /// <summary>What the server tells.</summary>
    /// <param name="workspace">The pool's workspace memory, bytes.</param>
    /// <param name="largest">The group's largest grant, percent of it.</param>
    public static ServerResources Resources(long workspace, decimal largest) =>
        new(
            [new ResourcePoolFacts(Pool, "default") { WorkspaceBytes = workspace }],
            [new WorkloadGroupFacts(0, "default", Pool) { LargestGrantPercent = largest }],
            FrozenDictionary<int, RequestResources>.Empty
        );
}
