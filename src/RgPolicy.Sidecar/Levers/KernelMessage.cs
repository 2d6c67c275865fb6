using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>What to tell a user about an error number: what it means here, and what to do.</summary>
internal static class KernelMessage
{
    /// <summary>The number's own text.</summary>
    internal static string Of(int error) => Errno.Describe(error);

    /// <summary>About a group that cannot be made.</summary>
    internal static string OfMaking(int error) =>
        error switch
        {
            KernelError.NoSpace => "no class of service is free (ENOSPC): other groups use them all",
            KernelError.Busy => "no monitoring number is free yet (EBUSY): try again in some seconds",
            KernelError.NotPermitted or KernelError.AccessDenied =>
                $"the cgroup or resctrl group cannot be made: {Of(error)}; run rgp-sidecar provision "
                    + "as root, or the sidecar itself",
            KernelError.ReadOnly =>
                "/sys/fs is mounted read-only here, as in a container or by ProtectControlGroups= of "
                    + "the unit: the group cannot be made",
            KernelError.NoEntry => "resctrl was unmounted meanwhile: mount -t resctrl resctrl /sys/fs/resctrl",
            _ => $"the group cannot be made: {Of(error)}",
        };

    /// <summary>About a setting of a cgroup that was refused.</summary>
    internal static string OfSetting(string directory, string file, int error) =>
        (file, error) switch
        {
            ("cgroup.type", KernelError.NotSupported) =>
                $"{Path.GetDirectoryName(directory)} distributes memory or I/O to its children, so "
                    + "they cannot be threaded: "
                    + "take memory and io out of Delegate= of the DBMS's unit",
            ("cgroup.type", _) => $"the group cannot be made threaded: {Of(error)}",
            _ => $"{file} cannot be written: {Of(error)}",
        };

    /// <summary>About a command that was refused, with the kernel's own reason where it gives one.</summary>
    internal static string OfRefusal(IKernelTree tree, string command, int error)
    {
        var status = LastStatus(tree);
        var reason = (error, status) switch
        {
            (KernelError.NoEntry or KernelError.NoDevice, _) =>
                ": the group is gone; another program removed it, or resctrl was unmounted",
            (KernelError.AccessDenied or KernelError.NotPermitted, _) =>
                ": it belongs to another user; run the sidecar as root",
            (KernelError.Invalid, "Overlaps with exclusive group") =>
                " (Overlaps with exclusive group): another manager's group has these ways to itself",
            (KernelError.Invalid, "ok" or "") => ": this host has no such domain (a whole processor may be offline)",
            (_, not ("ok" or "")) => $" ({status})",
            _ => string.Empty,
        };
        return $"{command} was refused: {Of(error)}{reason}";
    }

    // The last line alone is about the last command; the file of a host without resctrl is empty.
    private static string LastStatus(IKernelTree tree)
    {
        _ = tree.Read(ResctrlFacts.Directory + "/info/last_cmd_status", out var text);
        return text.TrimEnd('\n').Split('\n')[^1].Trim();
    }
}
