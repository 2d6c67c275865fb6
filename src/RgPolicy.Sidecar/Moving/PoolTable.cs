using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;
using RgPolicy.Sidecar.Watching;

namespace RgPolicy.Sidecar.Moving;

/// <summary>The configured pools and their groups.</summary>
internal sealed class PoolTable
{
    private readonly SortedDictionary<int, ActivePool> _pools = [];
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly CpuGroups _cpuGroups;
    private readonly CacheGroups _cacheGroups;
    private readonly RequestLimits _limits;
    private readonly ReadLimitChange _readLimits;
    private readonly Func<GrantedGroups> _readGrants;
    private readonly GroupHolds _holds;
    private bool _isRelaxed;

    internal PoolTable(FileRoot root, JournalFile journal, Limits limits, Func<GrantedGroups> readGrants)
    {
        _root = root;
        _journal = journal;
        _cpuGroups = new CpuGroups(root, journal);
        _limits = new RequestLimits(limits);
        _readLimits = new ReadLimitChange(root, journal, _limits);
        _cacheGroups = new CacheGroups(root, journal, _limits.Of);
        _readGrants = readGrants;
        _holds = new GroupHolds(MachineTree.Of(root));
    }

    /// <summary>How many runnable processes the pools' weights are for.</summary>
    internal double Beside { get; private set; } = 1;

    internal IEnumerable<ActivePool> Pools => _pools.Values;

    internal ActivePool? Find(int number) => _pools.GetValueOrDefault(number);

    /// <summary>What is handed over at this moment, as text to compare.</summary>
    internal string Granted => _readGrants().Mark;

    /// <summary>Most pools, parts of pools counted too.</summary>
    internal int MostPools => _limits.MostPools;

    /// <summary>Why parts of pools have no ways of their own; null where they may have some.</summary>
    internal string? WhyNoParts => _limits.WhyNoParts(_readGrants());

    /// <summary>Each pool, read back.</summary>
    internal IReadOnlyList<PoolOutcome> ReadBack() => [.. _pools.Values.Select(p => p.ReadBack(_root))];

    /// <summary>The levers that some pool uses.</summary>
    internal IReadOnlySet<string> LeversInUse() => _pools.Values.SelectMany(LeversOf).ToHashSet(StringComparer.Ordinal);

    /// <summary>Sets up pools, keeping the groups that they have already.</summary>
    /// <param name="specs">All pools that there are to be.</param>
    /// <param name="facts">What the host offers.</param>
    /// <param name="tasksOf">The tasks in a pool.</param>
    /// <returns>The pools whose members must be written to again: what they get is not what they got before.</returns>
    internal IReadOnlyList<int> PrepareAll(
        IReadOnlyList<PoolSpec> specs,
        HostFacts facts,
        Func<int, IEnumerable<int>> tasksOf
    )
    {
        var granted = _readGrants();
        var problems = specs.ToDictionary(s => s.Number, _ => new List<string>());
        // A pool that lost a group, to a service manager or an unmount, gives nothing by what it had.
        var before = _pools.Values.Where(p => !HasLost(p)).ToDictionary(p => p.Spec.Number);
        var cpu = ChangeCpus(specs, facts, granted, problems);
        var read = _readLimits.Change(specs, facts, n => Find(n)?.Reads, granted, problems);
        using var cache = _cacheGroups.Change(
            facts.Resctrl,
            [
                .. WithWays(specs, granted, problems)
                    .Select(s => _limits.CacheCpus(_limits.Ways(s, problems[s.Number]), facts, problems[s.Number])),
            ],
            CachesInUse(),
            tasksOf,
            granted,
            problems
        );
        PoolChange.Run(
            new ChangeExecutor(MachineTree.Of(_root), _journal),
            [.. new IChangePart?[] { read, cpu, cache }.OfType<IChangePart>()]
        );
        var cpus = cpu?.Groups() ?? [];
        var reads = read?.Groups() ?? [];
        var caches = cache?.Groups() ?? [];
        foreach (var spec in specs)
        {
            var noted = problems[spec.Number];
            var old = Find(spec.Number);
            _pools[spec.Number] = new ActivePool
            {
                Spec = spec,
                Cpu = cpus.GetValueOrDefault(spec.Whole),
                Beside = Beside,
                Parity = Find(spec.Whole)?.Parity ?? 0,
                IsRelaxed = _isRelaxed,
                Reads = reads.GetValueOrDefault(spec.Whole),
                Cache = caches.GetValueOrDefault(spec.Number) ?? caches.GetValueOrDefault(spec.Whole),
                Cores = _limits.Cores(spec, facts, noted),
                LowIoPriority = ChooseIoPriority(spec, facts),
                Problems = [.. noted],
            };
            RemoveUnused(old);
        }

        Hold();

        return [.. specs.Select(s => s.Number).Where(n => !_pools[n].GivesTheSameAs(before.GetValueOrDefault(n)))];
    }

    /// <summary>The facts with what was handed over to this user.</summary>
    internal HostFacts WithGrants(HostFacts facts)
    {
        var granted = _readGrants();
        return facts with
        {
            HasCpuGroups = IsDelegated(facts.Server?.Hierarchy) || !granted.Cpus.IsEmpty,
            HasReadGroups = IsDelegated(facts.Server?.ReadHierarchy) || !granted.Reads.IsEmpty,
            HasCacheGroups = granted.HasCaches,
            NotHandedOver = granted.Problems.IsEmpty ? null : string.Join("; ", granted.Problems),
        };
    }

    /// <summary>What the kernel shows now of all that the pools rest on.</summary>
    internal PoolMarks ReadMarks(Postmaster? server) =>
        PoolMarks.Read(_root, _pools.Values, server, _readGrants(), pool => pool.CpuWeight(_limits));

    /// <summary>Leaves processes in their own cgroups from now on, or no longer. Returns whether that is new.</summary>
    internal bool Relax(bool relaxed)
    {
        if (relaxed == _isRelaxed)
            return false;

        _isRelaxed = relaxed;
        foreach (var pool in _pools.Values.ToArray())
            _pools[pool.Spec.Number] = pool with { IsRelaxed = relaxed };

        return true;
    }

    /// <summary>
    /// Makes the weights those beside so many runnable processes. A weight that another program has
    /// changed stays: what looks for drift must find it.
    /// </summary>
    /// <param name="beside">How many are runnable beside the pools.</param>
    /// <param name="parityOf">What a pool's weight has on top.</param>
    internal void Weigh(double beside, Func<int, double> parityOf)
    {
        Beside = beside;
        foreach (var pool in _pools.Values.ToArray())
        {
            var parity = parityOf(pool.Spec.Whole);
            if (
                pool.Cpu is { } cpu
                && CpuGroups.SetWeight(_root, cpu, pool.CpuWeight(_limits), _limits.Share(pool.Spec) * beside + parity)
            )
                _pools[pool.Spec.Number] = pool with { Beside = beside, Parity = parity };
        }
    }

    /// <summary>Whether a pool's group has the weight that it was given, by the kernel.</summary>
    internal bool HasItsWeight(ActivePool pool) =>
        pool.Cpu is { } cpu
        && pool.CpuWeight(_limits) is { } weight
        && _root.ReadTrimmed(Path.Join(cpu.Directory, CpuGroups.Weight(cpu.Version, 1).File))
            == weight.ToString(CultureInfo.InvariantCulture);

    /// <summary>Whether a process has less than a full CPU share.</summary>
    internal bool ThrottlesAny(Func<int, int> countIn)
    {
        foreach (var (number, pool) in _pools)
        {
            if (pool.Cpu is not null && _limits.Share(pool.Spec) < 1 && countIn(number) > 0)
                return true;
        }

        return false;
    }

    /// <summary>Removes a pool whose processes have been moved out.</summary>
    internal void Remove(int number)
    {
        if (_pools.Remove(number, out var pool))
        {
            RemoveUnused(pool);
            Hold();
        }
    }

    /// <summary>Forgets the pools: restoring has removed their groups.</summary>
    internal void Forget()
    {
        _pools.Clear();
        Hold();
        _isRelaxed = false;
        Beside = 1;
    }

    private void Hold() =>
        _holds.Keep(
            _pools
                .Values.SelectMany(p => new[] { p.Cpu?.Directory, p.Reads?.Directory, p.Cache?.Directory })
                .OfType<string>()
        );

    private bool IsDelegated(CgroupHierarchy? hierarchy) =>
        hierarchy is not null && MachineTree.Of(_root).MayWrite(hierarchy.Directory);

    private static IEnumerable<string> LeversOf(ActivePool pool) =>
        new (string Lever, bool IsUsed)[]
        {
            (LeverNames.CpuCgroup, pool.Cpu is not null),
            (LeverNames.Affinity, pool.Cores is not null),
            (LeverNames.IoPriority, pool.LowIoPriority),
            (LeverNames.ReadLimit, pool.Reads is not null),
            (LeverNames.Cache, pool.Cache is not null && pool.Spec.WayCount is not null),
            (LeverNames.MemoryBandwidth, pool.Cache is not null && pool.Spec.MemoryBandwidthPercent is not null),
        }
            .Where(each => each.IsUsed)
            .Select(each => each.Lever);

    private IEnumerable<PoolSpec> WithWays(
        IReadOnlyList<PoolSpec> specs,
        GrantedGroups granted,
        Dictionary<int, List<string>> problems
    )
    {
        if (_limits.WhyNoParts(granted) is not { } why)
            return specs;

        foreach (var part in specs.Where(s => s.PartOf is not null))
            problems[part.Number].Add($"cache: it has the ways of its pool: {why}");

        return specs.Select(s => s.PartOf is null ? s : WithoutCache(s));
    }

    private static PoolSpec WithoutCache(PoolSpec spec) =>
        spec with
        {
            FirstWay = null,
            WayCount = null,
            DomainWays = null,
            ServiceClass = null,
            MemoryBandwidthPercent = null,
        };

    private CpuChange? ChangeCpus(
        IReadOnlyList<PoolSpec> specs,
        HostFacts facts,
        GrantedGroups granted,
        Dictionary<int, List<string>> problems
    )
    {
        PoolSpec[] wishes = [.. specs.Where(s => s.CpuShare is not null && s.PartOf is null)];
        var pools = Array.ConvertAll(
            wishes,
            spec => new CpuPool(spec.Number, GroupName.Candidates(spec.Number))
            {
                Share = _limits.Share(spec, problems[spec.Number]) * Beside + (Find(spec.Number)?.Parity ?? 0),
                Cores = _limits.Cores(spec, facts, []),
                Kept = new[]
                {
                    Find(spec.Number)?.Cpu?.Directory,
                    granted.Cpus.GetValueOrDefault(spec.Number),
                }.OfType<string>(),
            }
        );
        if (facts.Server?.Hierarchy is { } hierarchy)
            return _cpuGroups.Change(hierarchy, pools, (pool, problem) => problems[pool].Add("cpu: " + problem));

        foreach (var spec in wishes)
        {
            problems[spec.Number]
                .Add(
                    facts.Server is { } server
                        ? $"cpu: {server.NoHierarchy?.Reason}"
                        : $"cpu: {facts.Block?.Reason ?? "the DBMS's main process does not run"}; the pool's group lives in its cgroup"
                );
        }

        return null;
    }

    private bool HasLost(ActivePool pool) =>
        (pool.Cpu is { } cpu && !_root.HasDirectory(cpu.Directory))
        || (pool.Reads is { } reads && !_root.HasDirectory(reads.Directory))
        || (pool.Cache is { } cache && !_root.HasDirectory(cache.Directory));

    private Dictionary<int, CacheGroup> CachesInUse()
    {
        var used = new Dictionary<int, CacheGroup>();
        foreach (var (number, pool) in _pools)
        {
            if (pool.Cache is { } cache)
                used[number] = cache;
        }

        return used;
    }

    // It comes with a low CPU weight and no policy asks for it: where it does nothing, nothing is missing.
    private static bool ChooseIoPriority(PoolSpec spec, HostFacts facts) =>
        spec.LowIoPriority
        && LeverAdvisor
            .Advise(facts, new HashSet<string>(StringComparer.Ordinal))
            .Any(each => each is { Lever: LeverNames.IoPriority, State: LeverNames.Available });

    private void RemoveUnused(ActivePool? old)
    {
        if (old?.Cpu is { } cpu && IsUnused(cpu.Directory, pool => pool.Cpu?.Directory))
            _cpuGroups.Remove(cpu.Directory);

        if (old?.Reads is { } reads && IsUnused(reads.Directory, pool => pool.Reads?.Directory))
            _cpuGroups.Remove(reads.Directory);

        if (old?.Cache is { } cache && IsUnused(cache.Directory, pool => pool.Cache?.Directory))
            _cacheGroups.Remove(cache);
    }

    private bool IsUnused(string directory, Func<ActivePool, string?> directoryOf) =>
        _pools.Values.All(pool => directoryOf(pool) != directory);
}
