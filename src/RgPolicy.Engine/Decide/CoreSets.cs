using System.Collections.Immutable;
using System.Numerics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Decide;

/// <summary>Resolves core sets against a target whose logical CPUs are numbered 0 to cores - 1, socket by socket.</summary>
internal static class CoreSets
{
    /// <summary>The logical CPUs, or null where the target has none of them.</summary>
    public static ImmutableArray<int>? Resolve(CoreSetValue value, TargetProfile target)
    {
        ImmutableArray<int> cores = value.Kind switch
        {
            CoreSetKind.All => Range(0, target.Cores),
            CoreSetKind.Percent => Range(0, CountOf(value, target)),
            CoreSetKind.List => [.. value.Cores.Where(core => core >= 0 && core < target.Cores)],
            _ => Part(value.Index ?? 0, target),
        };
        return cores.IsEmpty ? null : cores;
    }

    /// <summary>Rounded up, at least one.</summary>
    private static int CountOf(CoreSetValue value, TargetProfile target)
    {
        var exact = (value.Percent ?? 100) * target.Cores / 100;
        var rounded = -(-exact).Floor();
        return (int)BigInteger.Min(BigInteger.Max(rounded, 1), target.Cores);
    }

    /// <summary>A socket; a profile knows no finer NUMA nodes, so a node is taken as a socket.</summary>
    private static ImmutableArray<int> Part(int index, TargetProfile target) =>
        index < 0 || index >= target.Sockets
            ? []
            : Range(index * target.Cores / target.Sockets, (index + 1) * target.Cores / target.Sockets);

    private static ImmutableArray<int> Range(int start, int end) => [.. Enumerable.Range(start, end - start)];
}
