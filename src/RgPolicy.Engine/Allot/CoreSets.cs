using System.Numerics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>Resolves core sets against a target: whole L3 domains first, then whole physical cores of
/// one more domain.</summary>
internal static class CoreSets
{
    /// <summary>The logical CPUs in ascending order, or null where the target has none of them.</summary>
    public static ImmutableArray<int>? Resolve(CoreSetValue value, CpuMap map)
    {
        ImmutableArray<int> cores = value.Kind switch
        {
            CoreSetKind.All => map.All,
            CoreSetKind.Percent => Take(CountOf(value, map), map),
            CoreSetKind.List => [.. value.Cores.Where(map.Has)],
            CoreSetKind.Socket => map.Socket(value.Index ?? 0),
            _ => map.Node(value.Index ?? 0),
        };
        return cores.IsEmpty ? null : cores;
    }

    /// <summary>Rounded up, at least one.</summary>
    private static int CountOf(CoreSetValue value, CpuMap map)
    {
        var exact = (value.Percent ?? 100) * map.Count / 100;
        var rounded = -(-exact).Floor();
        return (int)BigInteger.Min(BigInteger.Max(rounded, 1), map.Count);
    }

    private static ImmutableArray<int> Take(int count, CpuMap map)
    {
        var left = map.Domains.ToList();
        var taken = new List<int>(count);
        var socket = map.Domains[0].Socket;
        while (taken.Count < count && Next(left, count - taken.Count, socket) is { } domain)
        {
            socket = domain.Socket;
            left.Remove(domain);
            taken.AddRange(
                domain.Cores.OrderByDescending(core => core.Length).SelectMany(core => core).Take(count - taken.Count)
            );
        }

        return [.. taken.Order()];
    }

    /// <summary>The largest domain that is needed as a whole; else the smallest that has enough. The same socket goes
    /// before others.</summary>
    private static L3Domain? Next(List<L3Domain> left, int need, int socket) =>
        left.Where(domain => Size(domain) <= need)
            .OrderByDescending(domain => domain.Socket == socket)
            .ThenByDescending(Size)
            .FirstOrDefault()
        ?? left.OrderByDescending(domain => domain.Socket == socket).ThenBy(Size).FirstOrDefault();

    private static int Size(L3Domain domain) => domain.Cores.Sum(core => core.Length);
}
