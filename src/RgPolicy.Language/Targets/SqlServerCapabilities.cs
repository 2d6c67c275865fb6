using RgPolicy.Language.Model;
using static RgPolicy.Language.Targets.SettingCapability;

namespace RgPolicy.Language.Targets;

/// <summary>SQL Server: Resource Governor's pools and groups; the processor's levers follow the CPUs of
/// a pool.</summary>
internal static class SqlServerCapabilities
{
    private const long FirstVersionWithTempdbLimit = 17; // SQL Server 2025

    public static SettingCapability Of(SettingName name, TargetProfile target) =>
        name switch
        {
            SettingName.Cache => HardwareCapabilities.Cache(target, "L3 mask of the pool's CPUs"),
            SettingName.MemoryBandwidth => HardwareCapabilities.Bandwidth(
                target,
                "memory bandwidth of the pool's CPUs"
            ),
            SettingName.Cores => Full(
                SettingReach.NextExecution,
                "AFFINITY SCHEDULER of the pool",
                target.IsManagedInstance
                    ? "On a managed instance it limits how many tasks run at once; they run on any CPU."
                    : "New tasks obey at once; whether running workers move is not documented."
            ),
            SettingName.CpuWeight => Full(
                SettingReach.Running,
                "IMPORTANCE of the group",
                "Three steps only (below 100 low, below 500 medium, else high), and within one pool."
            ),
            SettingName.CpuMin => Full(SettingReach.Running, "MIN_CPU_PERCENT of the pool"),
            SettingName.CpuMax => Full(SettingReach.Running, "MAX_CPU_PERCENT of the pool"),
            SettingName.CpuCap => Full(SettingReach.Running, "CAP_CPU_PERCENT of the pool"),
            SettingName.CpuTime => Full(
                SettingReach.Running,
                "REQUEST_MAX_CPU_TIME_SEC of the group",
                target.IsManagedInstance
                    ? "A managed instance ends the request, with error 10961."
                    : "Without trace flag 2422 it raises an event and ends nothing; a managed instance ends the request."
            ),
            SettingName.MemoryMin => Full(SettingReach.NextExecution, "MIN_MEMORY_PERCENT of the pool"),
            SettingName.MemoryMax => Full(SettingReach.NextExecution, "MAX_MEMORY_PERCENT of the pool"),
            SettingName.Grant => Full(SettingReach.NextExecution, "REQUEST_MAX_MEMORY_GRANT_PERCENT of the group"),
            SettingName.GrantWait => Full(SettingReach.NextExecution, "REQUEST_MEMORY_GRANT_TIMEOUT_SEC of the group"),
            SettingName.Maxdop => Full(SettingReach.NextExecution, "MAX_DOP of the group, or a query hint"),
            SettingName.IoRead or SettingName.IoWrite => Nothing(
                "Resource Governor counts operations, not bytes: write `io reads N/s`."
            ),
            SettingName.IoReads => Full(SettingReach.Running, "MAX_IOPS_PER_VOLUME of the pool"),
            SettingName.IoMinReads => Full(SettingReach.Running, "MIN_IOPS_PER_VOLUME of the pool"),
            SettingName.Tempdb => Tempdb(target),
            SettingName.Concurrency => Full(SettingReach.NextExecution, "GROUP_MAX_REQUESTS of the group"),
            SettingName.Slots => Slots(),
            _ => Nothing("Requests above GROUP_MAX_REQUESTS wait without a limit in time."),
        };

    /// <summary>A share of tempdb, which the server keeps but does not enforce while the size of tempdb is open (its
    /// warning 10989).</summary>
    public static SettingCapability TempdbShare(TargetProfile target) =>
        Tempdb(target) switch
        {
            { Effect: SettingReach.None } none => none,
            var share => share with
            {
                Reason =
                    "SQL Server enforces a share only while every data file of tempdb grows up to a largest size, or none "
                    + "grows and none has a largest size.",
                Degraded = "Otherwise it is stored and nothing happens: write bytes, such as `tempdb 20 GiB`.",
            },
        };

    private static SettingCapability Slots() =>
        new(
            SettingReach.NextExecution,
            "GROUP_MAX_REQUESTS of the group",
            "The threads of a running request cannot be given less one by one."
        )
        {
            Degraded = "Further requests wait before they begin, without a limit in time, and no `schedule` chooses.",
        };

    private static SettingCapability Tempdb(TargetProfile target) =>
        !target.DbmsVersion.IsDefaultOrEmpty && target.DbmsVersion[0] >= FirstVersionWithTempdbLimit
            ? Full(SettingReach.Running, "GROUP_MAX_TEMPDB_DATA_MB or _PERCENT of the group")
            : Nothing("Limits of tempdb per group come with SQL Server 2025.");
}
