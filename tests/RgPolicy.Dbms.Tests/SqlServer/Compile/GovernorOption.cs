using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.SqlServer.Compile;

/// <summary>One option of Resource Governor that policies use.</summary>
/// <param name="IsOfPool">True for an option of the resource pool, false for one of the workload group.</param>
/// <param name="SinceMajor">The first major version that has it; 13 stands for all that are supported.</param>
internal sealed record GovernorOption(
    SettingName Setting,
    string Name,
    bool IsOfPool,
    string Range,
    int SinceMajor,
    SettingReach Effect
)
{
    private const int Always = 13;

    public static ImmutableArray<GovernorOption> All { get; } =
    [
        OfPool(SettingName.CpuMin, "MIN_CPU_PERCENT", "0 to 100, together at most 100", SettingReach.Running),
        OfPool(SettingName.CpuMax, "MAX_CPU_PERCENT", "1 to 100", SettingReach.Running),
        OfPool(SettingName.CpuCap, "CAP_CPU_PERCENT", "1 to 100", SettingReach.Running),
        OfPool(SettingName.MemoryMin, "MIN_MEMORY_PERCENT", "0 to 100, together at most 100"),
        OfPool(SettingName.MemoryMax, "MAX_MEMORY_PERCENT", "1 to 100"),
        OfPool(SettingName.IoMinReads, "MIN_IOPS_PER_VOLUME", "0 to 2147483647", SettingReach.Running),
        OfPool(SettingName.IoReads, "MAX_IOPS_PER_VOLUME", "0 to 2147483647", SettingReach.Running),
        OfPool(SettingName.Cores, "AFFINITY SCHEDULER", "AUTO, or numbers of schedulers"),
        OfGroup(SettingName.CpuWeight, "IMPORTANCE", "LOW, MEDIUM, HIGH", SettingReach.Running),
        OfGroup(SettingName.Grant, "REQUEST_MAX_MEMORY_GRANT_PERCENT", "1 to 100; from 2019 0 to 100 with fractions"),
        OfGroup(SettingName.CpuTime, "REQUEST_MAX_CPU_TIME_SEC", "0 to 2147483647", SettingReach.Running),
        OfGroup(SettingName.GrantWait, "REQUEST_MEMORY_GRANT_TIMEOUT_SEC", "0 to 2147483647"),
        OfGroup(SettingName.Maxdop, "MAX_DOP", "0 to 64"),
        OfGroup(SettingName.Concurrency, "GROUP_MAX_REQUESTS", "0 to 2147483647"),
        OfGroup(SettingName.Slots, "GROUP_MAX_REQUESTS", "0 to 2147483647"),
        OfTempdb("GROUP_MAX_TEMPDB_DATA_MB", "megabytes, fractions allowed"),
        OfTempdb("GROUP_MAX_TEMPDB_DATA_PERCENT", "0 to 100, fractions allowed"),
    ];

    private static GovernorOption OfPool(
        SettingName setting,
        string name,
        string range,
        SettingReach effect = SettingReach.NextExecution
    ) => new(setting, name, true, range, Always, effect);

    private static GovernorOption OfGroup(
        SettingName setting,
        string name,
        string range,
        SettingReach effect = SettingReach.NextExecution
    ) => new(setting, name, false, range, Always, effect);

    private static GovernorOption OfTempdb(string name, string range) =>
        new(SettingName.Tempdb, name, false, range, SqlServerRelease.First2025, SettingReach.Running);
}
