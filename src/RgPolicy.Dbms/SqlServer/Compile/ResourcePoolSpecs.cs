using System.Numerics;
using RgPolicy.Engine.Allot;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Turns a pool of the policy into a resource pool and a workload group.</summary>
internal static class ResourcePoolSpecs
{
    private const int LowWeight = 100;
    private const int HighWeight = 500;
    private const int Whole = 100;
    private const long BytesPerMegabyte = 1024 * 1024;
    private const int GrantDecimals = 2;
    private const decimal LeastShare = 0.01m;

    public static ResourcePoolSpec Pool(
        Pool pool,
        string name,
        TargetProfile target,
        SqlServerFacts facts,
        GovernorNotes notes
    )
    {
        var spec = new ResourcePoolSpec(name)
        {
            MinCpuPercent = Down(pool, SettingName.CpuMin, notes) ?? 0,
            MaxCpuPercent = Up(pool, SettingName.CpuMax, notes) ?? Whole,
            CapCpuPercent = Up(pool, SettingName.CpuCap, notes) ?? Whole,
            MinMemoryPercent = Down(pool, SettingName.MemoryMin, notes) ?? 0,
            MaxMemoryPercent = Up(pool, SettingName.MemoryMax, notes) ?? Whole,
            MinIopsPerVolume = Down(pool, SettingName.IoMinReads, notes) ?? 0,
            MaxIopsPerVolume = Up(pool, SettingName.IoReads, notes) ?? 0,
            Schedulers = pool.Find(SettingName.Cores) is { Value: CoreSetValue cores } setting
                ? SchedulersOf(pool, setting, cores, target, facts, notes)
                : "",
        };
        LeaveOthers(pool, target, notes);
        return Order(pool, spec, notes);
    }

    public static WorkloadGroupSpec Group(Pool pool, string name, SqlServerFacts facts, GovernorNotes notes)
    {
        var (megabytes, percent) = Tempdb(pool, facts, notes);
        return new WorkloadGroupSpec(name, name)
        {
            Importance = Importance(pool, notes),
            RequestMaxMemoryGrantPercent = Grant(pool, facts, notes) ?? WorkloadGroupSpec.UsualGrantPercent,
            RequestMaxCpuTimeSec = CpuTime(pool, facts, notes),
            RequestMemoryGrantTimeoutSec = Up(pool, SettingName.GrantWait, notes) ?? 0,
            MaxDop = Down(pool, SettingName.Maxdop, notes) ?? 0,
            GroupMaxRequests = MaxRequests(pool, notes),
            GroupMaxTempdbDataMb = megabytes,
            GroupMaxTempdbDataPercent = percent,
        };
    }

    /// <summary>Slots are requests at a time here; where the pool has a concurrency too, the lower one.</summary>
    private static int MaxRequests(Pool pool, GovernorNotes notes)
    {
        var concurrency = Down(pool, SettingName.Concurrency, notes) ?? 0;
        if (pool.Find(SettingName.Slots) is not { Value: SlotsValue slots } setting)
            return concurrency;
        notes.Weaken(pool, setting, "requests beyond it wait before they begin, without a limit in time.");
        var most = Clamp(slots.Count.Floor());
        return concurrency == 0 ? most : Math.Min(concurrency, most);
    }

    private static int CpuTime(Pool pool, SqlServerFacts facts, GovernorNotes notes)
    {
        if (pool.Find(SettingName.CpuTime) is not { } setting)
            return 0;
        if (facts.IsManagedInstance)
        {
            notes.Warn(setting, "a managed instance ends a request above its CPU time, with error 10961.");
        }
        else if (!facts.ObeysFlag2422)
        {
            notes.Weaken(
                pool,
                setting,
                "this build only raises an event for a request above its CPU time. From 2016 SP2 and 2017 CU3 on trace "
                    + "flag 2422 ends such requests."
            );
        }
        else if (!facts.HasFlag2422)
        {
            notes.Weaken(
                pool,
                setting,
                "trace flag 2422 is off, so a request above its CPU time only raises an event. DBCC TRACEON (2422, "
                    + "-1) ends such requests."
            );
        }

        return Up(pool, SettingName.CpuTime, notes) ?? 0;
    }

    private static WorkloadImportance Importance(Pool pool, GovernorNotes notes)
    {
        if (pool.Find(SettingName.CpuWeight) is not { Value: AmountValue weight } setting)
            return WorkloadImportance.Medium;
        notes.Weaken(
            pool,
            setting,
            "IMPORTANCE counts among the groups of one resource pool, and this pool has one group. Write `cpu min` or "
                + "`cpu max` to favour one pool over another."
        );
        return weight.Amount < LowWeight ? WorkloadImportance.Low
            : weight.Amount < HighWeight ? WorkloadImportance.Medium
            : WorkloadImportance.High;
    }

    private static decimal? Grant(Pool pool, SqlServerFacts facts, GovernorNotes notes)
    {
        if (pool.Find(SettingName.Grant) is not { Value: AmountValue grant } setting)
            return null;
        if (grant.Type != SignalType.Percent)
        {
            notes.Leave(
                pool,
                setting,
                "a workload group takes a share of the pool's workspace memory: write a percentage, such as `grant 10%`"
            );
            return null;
        }

        if (facts.Major >= SqlServerRelease.First2019)
            return Share(grant.Amount);
        if (!grant.Amount.IsWhole)
            notes.Warn(setting, "fractions of a percent come with SQL Server 2019; it is rounded down, to at least 1.");
        return Math.Max(1, Clamp(grant.Amount.Floor()));
    }

    private static (decimal? Megabytes, decimal? Percent) Tempdb(Pool pool, SqlServerFacts facts, GovernorNotes notes)
    {
        if (pool.Find(SettingName.Tempdb) is not { Value: AmountValue amount } setting)
            return (null, null);
        if (facts.Major < SqlServerRelease.First2025)
        {
            notes.Leave(pool, setting, "limits of tempdb per group come with SQL Server 2025");
            return (null, null);
        }

        if (amount.Type != SignalType.Percent)
            return (Share(amount.Amount / BytesPerMegabyte), null);
        if (!facts.HasBoundedTempdb)
        {
            notes.Leave(
                pool,
                setting,
                "a share of tempdb is enforced only while every data file of tempdb grows up to a largest size, or "
                    + "none grows and none has a largest size; it is stored all the same. Write bytes, such as "
                    + "`tempdb 20 GiB`"
            );
        }

        return (null, Share(amount.Amount));
    }

    /// <summary>Rounded down, and no less than the least above 0, which allows nothing at all.</summary>
    private static decimal Share(Rational amount) =>
        amount > 0 ? Math.Max(LimitRounding.Down(amount, GrantDecimals), LeastShare) : 0;

    private static string SchedulersOf(
        Pool pool,
        Setting setting,
        CoreSetValue cores,
        TargetProfile target,
        SqlServerFacts facts,
        GovernorNotes notes
    )
    {
        var chosen = CoreSets.Resolve(cores, CpuMap.Of(target));
        if (chosen is not { } cpus || facts.Schedulers.IsDefaultOrEmpty)
        {
            notes.Leave(pool, setting, NoSuchCores(cores, target));
            return "";
        }

        ImmutableArray<int> schedulers =
        [
            .. cpus.Where(cpu => cpu < facts.Schedulers.Length).Select(cpu => facts.Schedulers[cpu]).Order(),
        ];
        if (setting.Required && facts.WhyCoresAreNotOwn is { } reason)
            notes.Leave(pool, setting, reason);
        return schedulers.IsEmpty || schedulers.Length == facts.Schedulers.Length ? "" : CpuRanges.Format(schedulers);
    }

    private static string NoSuchCores(CoreSetValue cores, TargetProfile target) =>
        cores.Kind switch
        {
            CoreSetKind.Socket => FormattableString.Invariant($"the server's sockets are 0..{target.Sockets - 1}"),
            CoreSetKind.Numa => FormattableString.Invariant(
                $"the server's NUMA nodes are 0..{Math.Max(target.NumaNodes.Length, target.Sockets) - 1}"
            ),
            _ => FormattableString.Invariant($"the server's cores are 0..{target.Cores - 1}"),
        };

    private static void LeaveOthers(Pool pool, TargetProfile target, GovernorNotes notes)
    {
        foreach (var setting in pool.Settings)
        {
            var reason = setting.Name switch
            {
                SettingName.Cache or SettingName.MemoryBandwidth when target.OperatingSystem == "windows" =>
                    "on Windows nothing divides the processor's cache and memory bandwidth: write `cores` or `cpu cap`",
                SettingName.Cache or SettingName.MemoryBandwidth =>
                    "the processor's share of a pool is set by the service on the server's host, not "
                        + "by the server's configuration",
                SettingName.IoRead or SettingName.IoWrite =>
                    "Resource Governor counts operations, not bytes: write `io reads N/s`",
                SettingName.Queue => "requests above GROUP_MAX_REQUESTS wait without a limit in time",
                _ => null,
            };
            if (reason is not null)
                notes.Leave(pool, setting, reason);
        }
    }

    /// <summary>The server refuses a minimum above a maximum.</summary>
    private static ResourcePoolSpec Order(Pool pool, ResourcePoolSpec spec, GovernorNotes notes)
    {
        var minCpu = Math.Min(spec.MinCpuPercent, Math.Min(spec.MaxCpuPercent, spec.CapCpuPercent));
        var minIops =
            spec.MaxIopsPerVolume == 0 ? spec.MinIopsPerVolume : Math.Min(spec.MinIopsPerVolume, spec.MaxIopsPerVolume);
        if (minCpu < spec.MinCpuPercent && pool.Find(SettingName.CpuMin) is { } cpu)
        {
            notes.Warn(
                cpu,
                FormattableString.Invariant($"it is lowered to {minCpu}, the most that the pool may have.")
            );
        }

        if (minIops < spec.MinIopsPerVolume && pool.Find(SettingName.IoMinReads) is { } reads)
        {
            notes.Warn(
                reads,
                FormattableString.Invariant($"it is lowered to {minIops}, the most that the pool may have.")
            );
        }

        return spec with
        {
            MinCpuPercent = minCpu,
            MinMemoryPercent = Math.Min(spec.MinMemoryPercent, spec.MaxMemoryPercent),
            MinIopsPerVolume = minIops,
        };
    }

    /// <summary>A pool without a largest number of reads is not governed at all, and takes the reads that others keep
    /// as their least: where one has a least, each gets a largest that limits nothing.</summary>
    public static ImmutableArray<ResourcePoolSpec> WithGovernedReads(
        ImmutableArray<ResourcePoolSpec> pools,
        GovernorNotes notes
    )
    {
        if (!pools.Any(pool => pool.MinIopsPerVolume > 0))
            return pools;
        notes.AddReads();
        return
        [
            .. pools.Select(pool => pool.MaxIopsPerVolume == 0 ? pool with { MaxIopsPerVolume = int.MaxValue } : pool),
        ];
    }

    private static int? Down(Pool pool, SettingName name, GovernorNotes notes) => Number(pool, name, notes, up: false);

    private static int? Up(Pool pool, SettingName name, GovernorNotes notes) => Number(pool, name, notes, up: true);

    private static int? Number(Pool pool, SettingName name, GovernorNotes notes, bool up)
    {
        if (pool.Find(name) is not { Value: AmountValue amount } setting)
            return null;
        var whole = up ? -(-amount.Amount).Floor() : amount.Amount.Floor();
        var number = Clamp(whole);
        if (number != whole)
        {
            notes.Warn(
                setting,
                FormattableString.Invariant($"the server's largest number here is {number}; it becomes that.")
            );
        }
        else if (!amount.Amount.IsWhole)
        {
            notes.Warn(
                setting,
                FormattableString.Invariant($"the server takes whole numbers here; it becomes {number}.")
            );
        }

        if (number == 0 && IsUnlimitedAtZero(name))
            notes.Warn(setting, "0 means no limit to the server.");
        return number;
    }

    private static bool IsUnlimitedAtZero(SettingName name) =>
        name is SettingName.CpuTime or SettingName.GrantWait or SettingName.IoReads or SettingName.Concurrency;

    private static int Clamp(BigInteger number) => (int)BigInteger.Clamp(number, 0, int.MaxValue);
}
