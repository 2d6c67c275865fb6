using System.Collections.Immutable;
using System.Globalization;
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
        return !IsIntel(root) ? "only Intel's processors of family 6 have these four bits (MSR 0x1A4)"
            : Flags(root).Contains("hypervisor", StringComparer.Ordinal)
                ? "this is a virtual machine: its register is not the processor's"
            : lockdown.Contains('[', StringComparison.Ordinal) && !lockdown.Contains("[none]", StringComparison.Ordinal)
                ? $"kernel lockdown forbids writing such registers: {lockdown}"
            : cpus.IsEmpty ? "say which CPUs: --cores LIST"
            : cpus.Except(topology.Cpus).ToArray() is { Length: > 0 } absent ? $"not online: {CpuList.Format(absent)}"
            : topology.Cores.FirstOrDefault(core => IsHalf(core, cpus)) is { } half
                ? $"the prefetchers are a whole core's: CPUs {CpuList.Format(half.Cpus)} are one"
            : cpus.FirstOrDefault(cpu => !root.HasFile(MsrFile.Path(cpu)), -1) is >= 0 and var without
                ? string.Create(CultureInfo.InvariantCulture, $"{MsrFile.Path(without)} is not there: modprobe msr")
            : null;
    }

    private static bool IsHalf(CpuCore core, ImmutableArray<int> cpus)
    {
        var named = core.Cpus.Count(c => cpus.Contains(c));
        return named > 0 && named < core.Cpus.Length;
    }

    private static bool IsIntel(FileRoot root) =>
        Field(root, "vendor_id") == "GenuineIntel" && Field(root, "cpu family") == "6";

    private static string[] Flags(FileRoot root) => Field(root, "flags").Split(' ');

    private static string Field(FileRoot root, string name)
    {
        var line = Array.Find(root.ReadLines("/proc/cpuinfo"), l => l.StartsWith(name, StringComparison.Ordinal));
        return line is null ? string.Empty : line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
    }
}
