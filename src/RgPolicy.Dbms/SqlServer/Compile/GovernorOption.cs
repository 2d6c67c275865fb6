using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>One option of Resource Governor that policies use.</summary>
/// <param name="Setting">The setting that it carries.</param>
/// <param name="Name">As T-SQL writes it.</param>
/// <param name="IsOfPool">True for an option of the resource pool, false for one of the workload group.</param>
/// <param name="Range">What it takes, in words.</param>
/// <param name="SinceMajor">The first major version that has it; 13 stands for all that are supported.</param>
/// <param name="Effect">What a change reaches.</param>
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

    /// <summary>All of them, pool options first.</summary>
    public static ImmutableArray<GovernorOption> All { get; } =
    [
        new(
            SettingName.CpuMin,
            "MIN_CPU_PERCENT",
            true,
            "0 to 100, together at most 100",
            Always,
            SettingReach.Running
        ),
        new(SettingName.CpuMax, "MAX_CPU_PERCENT", true, "1 to 100", Always, SettingReach.Running),
        new(SettingName.CpuCap, "CAP_CPU_PERCENT", true, "1 to 100", Always, SettingReach.Running),
        new(
            SettingName.MemoryMin,
            "MIN_MEMORY_PERCENT",
            true,
            "0 to 100, together at most 100",
            Always,
            SettingReach.NextExecution
        ),
        new(SettingName.MemoryMax, "MAX_MEMORY_PERCENT", true, "1 to 100", Always, SettingReach.NextExecution),
        new(SettingName.IoMinReads, "MIN_IOPS_PER_VOLUME", true, "0 to 2147483647", Always, SettingReach.Running),
        new(SettingName.IoReads, "MAX_IOPS_PER_VOLUME", true, "0 to 2147483647", Always, SettingReach.Running),
        new(
            SettingName.Cores,
            "AFFINITY SCHEDULER",
            true,
            "AUTO, or numbers of schedulers",
            Always,
            SettingReach.NextExecution
        ),
        new(SettingName.CpuWeight, "IMPORTANCE", false, "LOW, MEDIUM, HIGH", Always, SettingReach.Running),
        new(
            SettingName.Grant,
            "REQUEST_MAX_MEMORY_GRANT_PERCENT",
            false,
            "1 to 100; from 2019 0 to 100 with fractions",
            Always,
            SettingReach.NextExecution
        ),
        new(SettingName.CpuTime, "REQUEST_MAX_CPU_TIME_SEC", false, "0 to 2147483647", Always, SettingReach.Running),
        new(
            SettingName.GrantWait,
            "REQUEST_MEMORY_GRANT_TIMEOUT_SEC",
            false,
            "0 to 2147483647",
            Always,
            SettingReach.NextExecution
        ),
        new(SettingName.Maxdop, "MAX_DOP", false, "0 to 64", Always, SettingReach.NextExecution),
        new(
            SettingName.Concurrency,
            "GROUP_MAX_REQUESTS",
            false,
            "0 to 2147483647",
            Always,
            SettingReach.NextExecution
        ),
        new(SettingName.Slots, "GROUP_MAX_REQUESTS", false, "0 to 2147483647", Always, SettingReach.NextExecution),
        new(
            SettingName.Tempdb,
            "GROUP_MAX_TEMPDB_DATA_MB",
            false,
            "megabytes, fractions allowed",
            SqlServerRelease.First2025,
            SettingReach.Running
        ),
        new(
            SettingName.Tempdb,
            "GROUP_MAX_TEMPDB_DATA_PERCENT",
            false,
            "0 to 100, fractions allowed",
            SqlServerRelease.First2025,
            SettingReach.Running
        ),
    ];
}

/// <summary>Numbers of CPUs and schedulers as T-SQL lists them, such as <c>0 TO 3, 8</c>.</summary>
internal static class SqlRanges
{
    /// <summary>The list of ascending numbers.</summary>
    public static string Of(ImmutableArray<int> numbers) => Of(CpuRanges.Format(numbers));

    /// <summary>The list of what <see cref="CpuRanges"/> writes, such as <c>0-3,8</c>.</summary>
    public static string Of(string ranges) =>
        ranges.Replace("-", " TO ", StringComparison.Ordinal).Replace(",", ", ", StringComparison.Ordinal);
}
