namespace RgPolicy.Host.Facts;

/// <summary>A scheduler that was loaded into the kernel in place of its own (sched_ext, since Linux 6.12). The kernel tells
/// it the weights of cgroups; whether it follows them is up to it.</summary>
/// <param name="Name">The name that it gave itself, such as <c>lavd</c>; <c>?</c> where the kernel shows none.</param>
/// <remarks>Kernel documentation, scheduler/sched-ext, "Switching to and from sched_ext".</remarks>
internal sealed record LoadedScheduler(string Name)
{
    private const string Directory = "/sys/kernel/sched_ext";

    /// <summary>Reads it; null where the kernel's own scheduler runs ordinary processes.</summary>
    public static LoadedScheduler? Read(FileRoot root)
    {
        var isLoaded = root.ReadTrimmed($"{Directory}/state") is "enabling" or "enabled";
        // One that takes only processes which ask for it leaves the server to the kernel's own scheduler.
        var takesAll = root.ReadTrimmed($"{Directory}/switch_all") != "0";
        return isLoaded && takesAll
            ? new LoadedScheduler(root.ReadTrimmed($"{Directory}/root/ops") is { Length: > 0 } name ? name : "?")
            : null;
    }
}
