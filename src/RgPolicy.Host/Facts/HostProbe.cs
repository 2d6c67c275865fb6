namespace RgPolicy.Host.Facts;

/// <summary>Reads the facts; never throws and never writes.</summary>
internal static class HostProbe
{
    /// <summary>Reads the facts of the host and, when given, of the DBMS's main process.</summary>
    public static HostFacts Read(FileRoot root, bool isRoot, int? serverProcessId)
    {
        var server = serverProcessId is { } id ? ServerProcess.Read(root, id) : null;
        return new HostFacts
        {
            KernelRelease = root.ReadTrimmed("/proc/sys/kernel/osrelease") ?? string.Empty,
            IsRoot = isRoot,
            Topology = Topology.Read(root),
            Resctrl = ResctrlFacts.Read(root),
            KnowsResctrl = root.HasDirectory(ResctrlFacts.Directory),
            Flags = ProcessorFlags.Read(root),
            LoadedScheduler = LoadedScheduler.Read(root),
            Autogroup = root.ReadTrimmed("/proc/sys/kernel/sched_autogroup_enabled") switch
            {
                "1" => true,
                "0" => false,
                _ => null,
            },
            CgroupVersion = ReadCgroupVersion(root),
            LimitsReads = CgroupHierarchy.LimitsReads(root),
            Pressure = new PressureReader(root).Read(),
            Server = server,
            HasUnits = ServerUnit.AreSidecars(root),
            IsServersUser =
                server is { UserId: >= 0 } && ProcessUser.Read(root, Environment.ProcessId) == server.UserId,
        };
    }

    private static int? ReadCgroupVersion(FileRoot root)
    {
        var mounts = MountTable.Read(root);
        return mounts.Any(mount => mount.FileSystem == "cgroup" && mount.HasOption("cpu")) ? 1
            : mounts.Any(mount => mount.FileSystem == "cgroup2") ? 2
            : null;
    }

    /// <summary>Reads the facts of this machine for this process.</summary>
    public static HostFacts ReadMachine(int? serverProcessId) =>
        Read(FileRoot.Machine, Environment.IsPrivilegedProcess, serverProcessId);
}
