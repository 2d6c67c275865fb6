namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>A test in the test machine; skipped with the reason when the machine or its emulator is not
/// there.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class VmFactAttribute : FactAttribute
{
    public VmFactAttribute() => Skip = FindReason();

    /// <summary>Where the test machine is, or null.</summary>
    internal static string? MachineDirectory { get; } = FindMachine();

    private static string? FindReason()
    {
        if (MachineDirectory is null)
        {
            return "needs ../shared/resctrl-vm (or RGPOLICY_SHARED, or what tools/resctrl-vm/build makes), the test "
                + "machine with resctrl and cgroup v2";
        }

        string[] missing = [.. new[] { "qemu-system-x86_64", "busybox", "cpio" }.Where(p => !IsInstalled(p))];
        return missing.Length == 0
            ? null
            : $"needs {string.Join(", ", missing)}: apt-get install --no-install-recommends qemu-system-x86 busybox-static cpio";
    }

    private static string? FindMachine()
    {
        var shared = Environment.GetEnvironmentVariable("RGPOLICY_SHARED");
        for (var directory = AppContext.BaseDirectory; shared is null && directory is not null; )
        {
            var candidate = Path.Join(directory, "..", "shared");
            var built = Path.Join(directory, "artifacts");
            shared =
                Directory.Exists(Path.Join(candidate, "resctrl-vm")) ? Path.GetFullPath(candidate)
                : File.Exists(Path.Join(built, "resctrl-vm", "bzImage")) ? built
                : null;
            directory = Path.GetDirectoryName(directory.TrimEnd('/'));
        }

        var machine = shared is null ? null : Path.Join(shared, "resctrl-vm");
        return machine is not null && File.Exists(Path.Join(machine, "run.sh")) ? machine : null;
    }

    private static bool IsInstalled(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
            .Split(':')
            .Any(d => d.Length > 0 && File.Exists(Path.Join(d, program)));
}
