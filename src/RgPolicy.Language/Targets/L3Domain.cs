using System.Collections.Immutable;

namespace RgPolicy.Language.Targets;

/// <summary>One L3 cache of a target and the cores that share it.</summary>
/// <param name="Id">Its number, as the kernel's schemata name it; numbers may have gaps.</param>
/// <param name="Socket">The processor package that it belongs to, from 0.</param>
/// <param name="Bytes">Its size; 0 where it is not known.</param>
/// <param name="Cores">Its physical cores, each with its logical CPUs in ascending order.</param>
public sealed record L3Domain(int Id, int Socket, long Bytes, ImmutableArray<ImmutableArray<int>> Cores)
{
    /// <summary>Its logical CPUs, core by core.</summary>
    public IEnumerable<int> Cpus => Cores.SelectMany(core => core);
}
