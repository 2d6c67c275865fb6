using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>What the kernel of the test machine says: cgroup v2 and resctrl, read by the test itself.</summary>
internal static class KernelState
{
    public const string Cgroups = "/sys/fs/cgroup";
    public const string Resctrl = "/sys/fs/resctrl";

    /// <summary>Everything about a server that governing may change, as lines to compare.</summary>
    /// <param name="members">Its processes or threads.</param>
    /// <param name="group">Its cgroup's directory.</param>
    public static IReadOnlyList<string> Of(IEnumerable<int> members, string group) =>
        [
            .. members.Select(Place).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
            "type " + Read(group, "cgroup.type"),
            "controllers " + Read(group, "cgroup.subtree_control"),
            "weight " + Read(group, "cpu.weight"),
            .. Groups(group),
            .. Groups(Resctrl),
            .. ReadLines(Resctrl, "schemata"),
        ];

    /// <summary>Where a process or thread is: its cgroup, its processors, its resctrl groups.</summary>
    public static string Place(int process) =>
        $"cgroup {ProcessFacts.CpuGroup(process)} processors {ProcessFacts.AllowedCpus(process)} resctrl "
        + $"{string.Join(' ', ResctrlGroups(process))}";

    /// <summary>The resctrl groups whose list of tasks has the process; the root's is empty.</summary>
    public static IEnumerable<string> ResctrlGroups(int process) =>
        Groups(Resctrl)
            .Prepend(Resctrl)
            .Where(group => Lists(group, "tasks", process))
            .Select(group => group[Resctrl.Length..]);

    /// <summary>Whether a group's file lists the process.</summary>
    public static bool Lists(string group, string file, int process) =>
        ReadLines(group, file).Contains(process.ToString(CultureInfo.InvariantCulture), StringComparer.Ordinal);

    /// <summary>What a unit of systemd with <c>Delegate</c> has: a group of its own with the server's processes in it,
    /// and the controllers on.</summary>
    public static void Enter(string group, IEnumerable<int> processes)
    {
        File.WriteAllText(Path.Combine(Cgroups, "cgroup.subtree_control"), "+cpu +cpuset");
        Directory.CreateDirectory(group);
        foreach (var process in processes)
            File.WriteAllText(Path.Combine(group, "cgroup.procs"), process.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>RgPolicy's groups below a directory.</summary>
    public static IEnumerable<string> Groups(string directory) =>
        Directory.Exists(directory)
            ? Directory.EnumerateDirectories(directory, "rgp_*").Order(StringComparer.Ordinal)
            : [];

    /// <summary>A file's text without the end of its line; empty when it is gone.</summary>
    public static string Read(string directory, string file) => string.Join(' ', ReadLines(directory, file));

    private static string[] ReadLines(string directory, string file)
    {
        try
        {
            return [.. File.ReadAllLines(Path.Combine(directory, file)).Select(line => line.Trim())];
        }
        catch (IOException)
        {
            return [];
        }
    }
}
