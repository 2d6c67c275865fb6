using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Prefetching;

/// <summary>Whether this machine's prefetchers can be turned off at all, and for these CPUs.</summary>
internal static class PrefetcherCheck
{
    /// <summary>Why not, or null.</summary>
    internal static string? Refuse(FileRoot root, ImmutableArray<int> cpus)
    {
        var topology = Topology.Read(root);
        var lockdown = root.ReadTrimmed("/sys/kernel/security/lockdown") ?? string.Empty;

        if (!IsIntel(root))
            return "only Intel's processors of family 6 have these four bits (MSR 0x1A4)";

        if (ProcessorFlags.Read(root).IsVirtual)
            return "this is a virtual machine: its register is not the processor's";

        if (lockdown.Contains('[', StringComparison.Ordinal) && !lockdown.Contains("[none]", StringComparison.Ordinal))
            return $"kernel lockdown forbids writing such registers: {lockdown}";

        if (cpus.IsEmpty)
            return "say which CPUs: --cores LIST";

        if (cpus.Except(topology.Cpus).ToArray() is { Length: > 0 } absent)
            return $"not online: {CpuList.Format(absent)}";

        if (topology.Cores.FirstOrDefault(core => IsHalf(core, cpus)) is { } half)
            return $"the prefetchers are a whole core's: CPUs {CpuList.Format(half.Cpus)} are one";

        if (cpus.FirstOrDefault(cpu => !root.HasFile(MsrFile.Path(cpu)), -1) is >= 0 and var without)
            return string.Create(CultureInfo.InvariantCulture, $"{MsrFile.Path(without)} is not there: modprobe msr");

        return null;
    }

    private static bool IsHalf(CpuCore core, ImmutableArray<int> cpus)
    {
        var named = core.Cpus.Count(c => cpus.Contains(c));
        return named > 0 && named < core.Cpus.Length;
    }

    private static bool IsIntel(FileRoot root) =>
        Field(root, "vendor_id") == "GenuineIntel" && Field(root, "cpu family") == "6";

    private static string Field(FileRoot root, string name)
    {
        var line = Array.Find(root.ReadLines("/proc/cpuinfo"), l => l.StartsWith(name, StringComparison.Ordinal));
        return line is null ? string.Empty : line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
    }
}
