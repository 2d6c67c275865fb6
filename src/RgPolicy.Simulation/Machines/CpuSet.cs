namespace RgPolicy.Simulation.Machines;

/// <summary>Logical CPUs of one domain; two sets of the same CPUs are equal.</summary>
internal sealed class CpuSet : IEquatable<CpuSet>
{
    private readonly ImmutableHashSet<int> _numbers;

    private CpuSet(ImmutableHashSet<int> numbers, int cores) => (_numbers, Cores) = (numbers, cores);

    /// <summary>How many.</summary>
    public int Count => _numbers.Count;

    /// <summary>Physical cores that they are of.</summary>
    public int Cores { get; }

    /// <summary>Those of a domain's CPUs that are allowed.</summary>
    /// <param name="cores">The CPUs of the domain, core by core.</param>
    /// <param name="isAllowed">Which of them.</param>
    public static CpuSet Of(ImmutableArray<ImmutableArray<int>> cores, Func<int, bool> isAllowed) =>
        new([.. cores.SelectMany(core => core.Where(isAllowed))], cores.Count(core => core.Any(isAllowed)));

    /// <summary>Whether a CPU is in it.</summary>
    public bool Contains(int cpu) => _numbers.Contains(cpu);

    /// <summary>The part of another set's CPUs that are in this one.</summary>
    public double PartOf(CpuSet other)
    {
        return ReferenceEquals(this, other) || other.Count == 0
            ? 1
            : (double)other._numbers.Count(_numbers.Contains) / other.Count;
    }

    /// <inheritdoc/>
    public bool Equals(CpuSet? other) => other is not null && _numbers.SetEquals(other._numbers);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as CpuSet);

    /// <inheritdoc/>
    public override int GetHashCode() => _numbers.Count;
}
