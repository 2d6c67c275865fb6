namespace RgPolicy.Host.Facts;

/// <summary>Reads pressure stall information: the share of time in which some task waited.</summary>
internal sealed class PressureReader
{
    private readonly FileRoot _root;

    /// <summary>Makes a reader.</summary>
    public PressureReader(FileRoot root) => _root = root;

    /// <summary>Reads all three; a figure is null where the kernel does not give it.</summary>
    public Pressure Read() => new(Some("cpu"), Some("io"), Some("memory"));

    private double? Some(string resource)
    {
        foreach (var line in _root.ReadLines("/proc/pressure/" + resource))
        {
            if (line.StartsWith("some ", StringComparison.Ordinal))
                return Average(line);
        }

        return null;
    }

    private static double? Average(string line)
    {
        foreach (var field in line.Split(' '))
        {
            if (
                field.StartsWith("avg10=", StringComparison.Ordinal)
                && double.TryParse(field.AsSpan(6), NumberStyles.Float, CultureInfo.InvariantCulture, out var percent)
            )
                return percent;
        }

        return null;
    }
}

/// <summary>
/// Pressure stall information, "some", average over 10 s (kernel documentation, accounting/psi). Null where the kernel
/// does not give it.
/// </summary>
/// <param name="CpuPercent">Share of time in which some task waited for a CPU, 0 to 100.</param>
/// <param name="IoPercent">The same for input and output.</param>
/// <param name="MemoryPercent">The same for memory.</param>
internal readonly record struct Pressure(double? CpuPercent, double? IoPercent, double? MemoryPercent)
{
    /// <summary>Whether the kernel gives none of them.</summary>
    public bool IsAbsent => CpuPercent is null && IoPercent is null && MemoryPercent is null;
}
