using RgPolicy.Language.Model;
using static RgPolicy.Language.Targets.SettingCapability;

namespace RgPolicy.Language.Targets;

/// <summary>PostgreSQL: each backend and parallel worker is a process, so the kernel governs the
/// running query.</summary>
internal static class PostgreSqlCapabilities
{
    public static SettingCapability GrantShare { get; } =
        Nothing(
            "PostgreSQL has no pool of workspace memory to take a share of: write the grant in bytes, "
                + "such as `grant 64 MiB`."
        );

    public static SettingCapability Of(SettingName name, TargetProfile target) =>
        HardwareCapabilities.OfProcesses(name, target, "process", "the query's processes")
        ?? name switch
        {
            SettingName.CpuMin => Nothing("PostgreSQL reserves no CPU: give the other pools a lower `cpu weight`."),
            SettingName.CpuMax => Nothing(
                "PostgreSQL limits no CPU when it is short: give the pool a lower `cpu weight`."
            ),
            SettingName.CpuTime => Nothing(
                "PostgreSQL ends no query by its CPU time: write a rule, `when request.cpu > T then ...`."
            ),
            SettingName.MemoryMin or SettingName.MemoryMax => Nothing(
                "PostgreSQL has no workspace memory in common: limit each query with `grant` in bytes."
            ),
            SettingName.Grant => Full(
                SettingReach.NextSession,
                "role settings work_mem and hash_mem_multiplier",
                "work_mem and hash_mem_multiplier are read when a session begins, and they bound each operator, not "
                    + "the whole query."
            ),
            SettingName.GrantWait => Nothing("PostgreSQL lets no query wait for memory."),
            SettingName.Maxdop => Full(
                SettingReach.NextSession,
                "role settings max_parallel_workers_per_gather and max_parallel_maintenance_workers",
                "The settings are read when a session begins; they are the value less 1, for the leader works too."
            ),
            SettingName.IoRead or SettingName.IoReads when target.LimitsReads => HardwareCapabilities.OnLinux(
                target,
                Full(
                    SettingReach.Running,
                    "one blkio group per pool",
                    "Only statements that write nothing wait for it, and only reads outside the page cache count."
                )
            ),
            SettingName.IoRead or SettingName.IoReads => Nothing(
                "A pool is a threaded group of the server's own, and the kernel's I/O limits (cgroup v2) are for "
                    + "whole groups of processes only."
            ),
            SettingName.IoWrite => Nothing(
                "A process whose writes are throttled may hold the log's lock and stop every commit."
            ),
            SettingName.IoMinReads => Nothing("Nothing on Linux promises a process a number of reads."),
            SettingName.Tempdb => Nothing("PostgreSQL has no tempdb; temp_file_limit would end the query."),
            _ => Nothing("PostgreSQL starts every query at once: this version holds none back."),
        };
}
