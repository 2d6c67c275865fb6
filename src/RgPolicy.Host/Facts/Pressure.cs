namespace RgPolicy.Host.Facts;

/// <summary>
/// Pressure stall information, "some", average over 10 s (kernel documentation, accounting/psi). Null where the kernel
/// does not give it.
/// </summary>
/// <param name="CpuPercent">Share of time in which some task waited for a CPU, 0 to 100.</param>
/// <param name="IoPercent">The same for input and output.</param>
/// <param name="MemoryPercent">The same for memory.</param>
public readonly record struct Pressure(double? CpuPercent, double? IoPercent, double? MemoryPercent)
{
    /// <summary>Whether the kernel gives none of them.</summary>
    public bool IsAbsent => CpuPercent is null && IoPercent is null && MemoryPercent is null;
}
