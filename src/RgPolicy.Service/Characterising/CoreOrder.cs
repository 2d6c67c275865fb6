using System.Collections.Immutable;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.Characterising;

/// <summary>
/// The order in which processors are added (HPCA 2018): the first socket's cores, then the next one's, and only then
/// second threads of cores.
/// </summary>
internal static class CoreOrder
{
    /// <summary>The first so many, ascending.</summary>
    public static ImmutableArray<int> First(Topology topology, int count) => [.. All(topology).Take(count).Order()];

    private static IEnumerable<int> All(Topology topology) =>
        topology.Cores.IsEmpty
            ? topology.Cpus
            : topology
                .Cores.SelectMany(core => core.Cpus.Select((cpu, thread) => (thread, core.Socket, cpu)))
                .OrderBy(each => each.thread)
                .ThenBy(each => each.Socket)
                .ThenBy(each => each.cpu)
                .Select(each => each.cpu);
}
