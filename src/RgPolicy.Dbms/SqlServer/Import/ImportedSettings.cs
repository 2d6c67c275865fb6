using System.Globalization;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>The settings of a resource pool and a workload group in the words of the language.</summary>
internal static class ImportedSettings
{
    private const int Whole = 100;

    public static IEnumerable<string> Of(ResourcePoolSpec pool, WorkloadGroupSpec group, SqlServerFacts facts) =>
        OfPool(pool, facts).Concat(OfGroup(group)).OfType<string>();

    private static IEnumerable<string?> OfPool(ResourcePoolSpec pool, SqlServerFacts facts) =>
        [
            Percent("cpu min", pool.MinCpuPercent, 0),
            Percent("cpu max", pool.MaxCpuPercent, Whole),
            Percent("cpu cap", pool.CapCpuPercent, Whole),
            Percent("memory min", pool.MinMemoryPercent, 0),
            Percent("memory max", pool.MaxMemoryPercent, Whole),
            Plain("io min reads", pool.MinIopsPerVolume, "/s"),
            Plain("io reads", pool.MaxIopsPerVolume, "/s"),
            Cores(pool.Schedulers, facts),
        ];

    private static IEnumerable<string?> OfGroup(WorkloadGroupSpec group) =>
        [
            group.Importance switch
            {
                WorkloadImportance.Low => "cpu weight 50",
                WorkloadImportance.High => "cpu weight 1000",
                _ => null,
            },
            Percent("grant", group.RequestMaxMemoryGrantPercent, WorkloadGroupSpec.UsualGrantPercent),
            Plain("grant wait", group.RequestMemoryGrantTimeoutSec, " s"),
            Plain("cpu time", group.RequestMaxCpuTimeSec, " s"),
            Plain("maxdop", group.MaxDop, ""),
            Plain("concurrency", group.GroupMaxRequests, ""),
            Tempdb(group),
        ];

    private static string? Percent(string name, decimal value, decimal usual) =>
        value == usual ? null : $"{name} {Number(value)}%";

    private static string? Plain(string name, decimal value, string unit) =>
        value == 0 ? null : $"{name} {Number(value)}{unit}";

    /// <summary>0 allows nothing; without a limit there is none.</summary>
    private static string? Tempdb(WorkloadGroupSpec group) =>
        group.GroupMaxTempdbDataMb is { } megabytes ? $"tempdb {Number(megabytes)} MiB"
        : group.GroupMaxTempdbDataPercent is { } percent ? $"tempdb {Number(percent)}%"
        : null;

    private static string Number(decimal value) => value.ToString("0.############", CultureInfo.InvariantCulture);

    /// <summary>The language counts the CPUs that the server uses, the server its schedulers.</summary>
    private static string? Cores(string schedulers, SqlServerFacts facts)
    {
        if (schedulers.Length == 0 || CpuRanges.Parse(schedulers) is not { } numbers)
        {
            return null;
        }

        var places = numbers.Select(number => facts.Schedulers.IndexOf(number)).Where(place => place >= 0).Order();
        return "cores " + CpuRanges.ToPolicyText([.. places]);
    }
}
