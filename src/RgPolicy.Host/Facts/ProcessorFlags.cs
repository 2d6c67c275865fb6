namespace RgPolicy.Host.Facts;

/// <summary>What the first processor can do, by <c>/proc/cpuinfo</c>, and what the kernel was told to leave alone.</summary>
/// <param name="Names">The flags, such as <c>cat_l3</c>; empty where the architecture has none (arm64).</param>
/// <param name="TurnedOff">Names of the kernel's parameter <c>rdt=!name,...</c>, such as <c>l3cat</c>.</param>
internal sealed record ProcessorFlags(ImmutableHashSet<string> Names, ImmutableHashSet<string> TurnedOff)
{
    /// <summary>Nothing is known.</summary>
    public static ProcessorFlags None { get; } = new([], []);

    /// <summary>Whether this is a virtual machine.</summary>
    public bool IsVirtual => Names.Contains("hypervisor");

    /// <summary>Reads them.</summary>
    public static ProcessorFlags Read(FileRoot root)
    {
        var flags = Array.Find(
            root.ReadLines("/proc/cpuinfo"),
            line => line.StartsWith("flags", StringComparison.Ordinal)
        );
        return new ProcessorFlags(
            [.. Words(flags?[(flags.IndexOf(':', StringComparison.Ordinal) + 1)..], ' ')],
            [
                .. Words(root.ReadTrimmed("/proc/cmdline"), ' ')
                    .Where(word => word.StartsWith("rdt=", StringComparison.Ordinal))
                    .SelectMany(word => Words(word[4..], ','))
                    .Where(name => name.StartsWith('!'))
                    .Select(name => name[1..]),
            ]
        );
    }

    /// <summary>Why resctrl does not offer an allocation (kernel documentation, filesystems/resctrl).</summary>
    /// <param name="flag">The processor's flag for it: <c>cat_l3</c> or <c>mba</c>.</param>
    /// <param name="parameter">The kernel's word for it in <c>rdt=</c>: <c>l3cat</c> or <c>mba</c>.</param>
    public string WhyNoAllocation(string flag, string parameter) =>
        (Names.Count, TurnedOff.Contains(parameter), Names.Contains(flag), IsVirtual) switch
        {
            (0, _, _, _) => "this processor or kernel has no resctrl",
            (_, true, _, _) => $"the kernel's command line turns it off (rdt=!{parameter})",
            (_, _, true, _) => $"the processor has it (flag {flag}), and the kernel was built without resctrl",
            (_, _, _, true) => $"this is a virtual machine, and its hypervisor does not pass it on (no flag {flag})",
            _ => $"this processor does not have it (no flag {flag})",
        };

    private static string[] Words(string? text, char separator) =>
        text?.Split(separator, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) ?? [];
}
