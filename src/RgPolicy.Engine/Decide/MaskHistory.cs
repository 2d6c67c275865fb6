using System.Collections.Immutable;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Engine.Decide;

/// <summary>What masks each pool had before they changed last, by the pools' names.</summary>
internal sealed class MaskHistory
{
    private readonly Dictionary<string, ImmutableArray<DomainMask>> _before = new(StringComparer.Ordinal);

    /// <summary>Takes in that a program has replaced another.</summary>
    public void See(PolicyProgram replaced, PolicyProgram program)
    {
        foreach (var pool in program.Pools)
        {
            var masks = replaced.FindPool(pool.Pool.Name)?.Masks ?? [];
            if (!masks.SequenceEqual(pool.Masks))
            {
                _before[pool.Pool.Name] = masks;
            }
        }
    }

    /// <summary>The masks before the last change; empty, which is every way, where there were none.</summary>
    public ImmutableArray<DomainMask> Before(string pool) => _before.GetValueOrDefault(pool, []);
}
