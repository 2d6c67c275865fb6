using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>Where a target's logical CPUs are: L3 domains with their physical cores, sockets, NUMA nodes.</summary>
internal sealed class CpuMap
{
    private readonly ImmutableArray<ImmutableArray<int>> _nodes;
    private readonly int[] _places;

    private CpuMap(ImmutableArray<L3Domain> domains, ImmutableArray<ImmutableArray<int>> nodes)
    {
        (Domains, _nodes) = (domains, nodes);
        All = [.. domains.SelectMany(domain => domain.Cpus).Order()];
        _places = new int[All[^1] + 1];
        Array.Fill(_places, -1);
        for (var place = 0; place < domains.Length; place++)
        {
            foreach (var core in domains[place].Cores)
            {
                foreach (var cpu in core)
                    _places[cpu] = place;
            }
        }
    }

    /// <summary>At least one.</summary>
    public ImmutableArray<L3Domain> Domains { get; }

    /// <summary>Every logical CPU, ascending; at least one.</summary>
    public ImmutableArray<int> All { get; }

    /// <summary>Logical CPUs.</summary>
    public int Count => All.Length;

    /// <summary>Without domains in the profile each socket is one, and CPUs are numbered socket by socket.</summary>
    public static CpuMap Of(TargetProfile target) =>
        new(
            target.L3Domains.IsEmpty
                ? [.. Enumerable.Range(0, target.Sockets).Select(socket => Assume(socket, target))]
                : target.L3Domains,
            target.NumaNodes
        );

    /// <summary>A socket's CPUs, ascending; none where there is no such socket.</summary>
    public ImmutableArray<int> Socket(int socket) =>
        [.. Domains.Where(domain => domain.Socket == socket).SelectMany(domain => domain.Cpus).Order()];

    /// <summary>A NUMA node's CPUs, ascending; where the nodes are not known, a node is taken as a socket.</summary>
    public ImmutableArray<int> Node(int node) =>
        _nodes.IsEmpty ? Socket(node)
        : node >= 0 && node < _nodes.Length ? [.. _nodes[node].Where(Has)]
        : [];

    public bool Has(int cpu) => cpu >= 0 && cpu < _places.Length && _places[cpu] >= 0;

    /// <summary>The domains in which some of these CPUs are, as bits by position; all where there are
    /// more than 64 domains.</summary>
    public ulong DomainsOf(ImmutableArray<int> cpus)
    {
        if (Domains.Length > 64)
            return ulong.MaxValue;

        var bits = 0UL;
        foreach (var cpu in cpus)
            bits |= Has(cpu) ? 1UL << _places[cpu] : 0;

        return bits;
    }

    private static L3Domain Assume(int socket, TargetProfile target)
    {
        var first = socket * target.Cores / target.Sockets;
        var end = (socket + 1) * target.Cores / target.Sockets;
        return new L3Domain(
            socket,
            socket,
            target.LlcBytes,
            [.. Enumerable.Range(first, end - first).Select(cpu => ImmutableArray.Create(cpu))]
        );
    }
}
