using System.Collections.Immutable;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>Where a target's logical CPUs are: L3 domains with their physical cores, sockets, NUMA nodes.</summary>
internal sealed class CpuMap
{
    private readonly ImmutableArray<ImmutableArray<int>> _nodes;

    private CpuMap(ImmutableArray<L3Domain> domains, ImmutableArray<ImmutableArray<int>> nodes)
    {
        (Domains, _nodes) = (domains, nodes);
        Count = domains.Sum(domain => domain.Cores.Sum(core => core.Length));
    }

    /// <summary>At least one.</summary>
    public ImmutableArray<L3Domain> Domains { get; }

    /// <summary>Logical CPUs.</summary>
    public int Count { get; }

    /// <summary>Without domains in the profile each socket is one, and CPUs are numbered socket by socket.</summary>
    public static CpuMap Of(TargetProfile target) => new(
        target.L3Domains.IsEmpty ? [.. Enumerable.Range(0, target.Sockets).Select(socket => Assume(socket, target))]
            : target.L3Domains,
        target.NumaNodes);

    /// <summary>Every CPU, ascending.</summary>
    public ImmutableArray<int> All() => [.. Domains.SelectMany(domain => domain.Cpus).Order()];

    /// <summary>A socket's CPUs, ascending; none where there is no such socket.</summary>
    public ImmutableArray<int> Socket(int socket) =>
        [.. Domains.Where(domain => domain.Socket == socket).SelectMany(domain => domain.Cpus).Order()];

    /// <summary>A NUMA node's CPUs, ascending; where the nodes are not known, a node is taken as a socket.</summary>
    public ImmutableArray<int> Node(int node) => _nodes.IsEmpty ? Socket(node)
        : node >= 0 && node < _nodes.Length ? [.. _nodes[node].Where(Has)] : [];

    public bool Has(int cpu) => Domains.Any(domain => domain.Cores.Any(core => core.Contains(cpu)));

    /// <summary>The domains in which some of these CPUs are, as bits by position; all where there are more than 64 domains.</summary>
    public ulong DomainsOf(ImmutableArray<int> cpus)
    {
        if (Domains.Length > 64)
        {
            return ulong.MaxValue;
        }

        var bits = 0UL;
        for (var index = 0; index < Domains.Length; index++)
        {
            bits |= Domains[index].Cores.Any(core => core.Any(cpu => cpus.BinarySearch(cpu) >= 0)) ? 1UL << index : 0;
        }

        return bits;
    }

    private static L3Domain Assume(int socket, TargetProfile target)
    {
        var first = socket * target.Cores / target.Sockets;
        var end = (socket + 1) * target.Cores / target.Sockets;
        return new L3Domain(
            socket, socket, target.LlcBytes, [.. Enumerable.Range(first, end - first).Select(cpu => ImmutableArray.Create(cpu))]);
    }
}
