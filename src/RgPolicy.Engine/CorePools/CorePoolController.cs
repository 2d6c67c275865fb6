using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.CorePools;

/// <summary>
/// Decides the masks of CPUs by what runs on them: those of the classes of the queries that run in a
/// resource pool now. Wider at once, narrower after a while; whatever is not known for good, not governed or too short
/// to be seen keeps the pool wide. Only for RgPolicy's own resource pools. Pure in time and input.
/// </summary>
internal sealed class CorePoolController
{
    private readonly PolicyProgram _program;
    private readonly CorePoolOptions _options;
    private readonly CacheHardware _hardware;
    private readonly ImmutableArray<MixMask> _ofPools;
    private readonly MixMask _wide;
    private readonly int _most;
    private readonly Predicate<string> _isOwn;
    private readonly Dictionary<string, (MixMask InForce, DateTimeOffset? NarrowerSince, string Reason)> _standing =
        new(StringComparer.Ordinal);

    private CorePoolController(
        PolicyProgram program,
        TargetProfile host,
        CacheHardware hardware,
        CorePoolOptions options,
        Predicate<string> isOwn
    )
    {
        (_program, _options, _hardware, _isOwn) = (program, options, hardware, isOwn);
        _wide = new MixMask([.. hardware.DomainIds.Select(id => new DomainMask(id, hardware.FullMask))], null);
        _ofPools = [.. PoolAllotter.Allot(program.Policy, host).Pools.Select(Of)];
        _most = Math.Max(0, host.ClassesOfService - 1);
    }

    /// <summary>Null for a policy that gives no pool less than the whole cache, and on a host that cannot.</summary>
    /// <param name="program">The policy.</param>
    /// <param name="host">The processor of the host, as a target whose queries can be moved.</param>
    /// <param name="options">The patience.</param>
    /// <param name="isOwn">Whether a resource pool of this name is RgPolicy's own.</param>
    public static CorePoolController? For(
        PolicyProgram program,
        TargetProfile host,
        CorePoolOptions options,
        Predicate<string> isOwn
    )
    {
        var hardware = CacheHardware.Of(host, CpuMap.Of(host));
        if (hardware.Ways <= 1 || host.ClassesOfService < 2)
            return null;
        var board = new CorePoolController(program, host, hardware, options, isOwn);
        return board._ofPools.All(mix => mix.IsSame(board._wide)) ? null : board;
    }

    /// <summary>Decides.</summary>
    /// <param name="resources">The pools and their CPUs; with a problem nothing has masks.</param>
    /// <param name="queries">What runs.</param>
    /// <param name="now">The time.</param>
    /// <returns>The pools with their masks, in the order of their numbers.</returns>
    public ImmutableArray<CorePool> Decide(
        ServerResources resources,
        IReadOnlyList<GovernedQuery> queries,
        DateTimeOffset now
    )
    {
        if (resources.CoreProblem is not null)
            return [];
        var groups = resources.Groups.ToDictionary(group => group.Id, group => group.PoolId);
        var running = queries.ToLookup(query => groups.GetValueOrDefault(query.Query.Group, -1));
        return
        [
            .. resources
                .Pools.Where(pool => _isOwn(pool.Name) && !pool.Cpus.IsEmpty)
                .Take(_most)
                .Select((pool, index) => Decide(pool, index + 1, resources, running[pool.Id], now)),
        ];
    }

    private CorePool Decide(
        ResourcePoolFacts pool,
        int number,
        ServerResources resources,
        IEnumerable<GovernedQuery> running,
        DateTimeOffset now
    )
    {
        var (wish, reason) = Request(pool, resources, running);
        var standing = _standing.GetValueOrDefault(
            pool.Name,
            (InForce: _wide, NarrowerSince: null, Reason: "nothing has run there yet")
        );
        _standing[pool.Name] = standing = wish is null
            ? standing with
            {
                NarrowerSince = null,
            }
            : Step(standing, wish, reason, now);
        return new CorePool(number, pool.Name, pool.Cpus)
        {
            Masks = standing.InForce.Masks,
            MemoryBandwidthPercent = standing.InForce.MemoryBandwidthPercent,
            Reason = standing.Reason,
            IsWide = standing.InForce.IsSame(_wide),
        };
    }

    private (MixMask InForce, DateTimeOffset? NarrowerSince, string Reason) Step(
        (MixMask InForce, DateTimeOffset? NarrowerSince, string Reason) standing,
        MixMask wish,
        string reason,
        DateTimeOffset now
    )
    {
        if (wish.IsSame(standing.InForce))
            return (standing.InForce, null, reason);
        if (wish.Holds(standing.InForce))
            return (wish, null, reason);
        var since = standing.NarrowerSince ?? now;
        // What is asked for besides is given at once, what is no longer asked for goes later.
        return now - since >= _options.Dwell
            ? (wish, null, reason)
            : (standing.InForce.With(wish, _hardware), since, standing.Reason);
    }

    /// <summary>What runs asks for; null while nothing runs, which changes nothing.</summary>
    private (MixMask? Request, string Reason) Request(
        ResourcePoolFacts pool,
        ServerResources resources,
        IEnumerable<GovernedQuery> running
    )
    {
        if (
            resources.Groups.Any(group => group.PoolId == pool.Id && group.EndedPerSecond > _options.MostEndedPerSecond)
        )
            return (_wide, "wide: requests end there faster than they can be seen");
        MixMask? wish = null;
        var classes = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var each in running)
        {
            if (WhyWide(each) is { } why)
                return (_wide, "wide: " + why);
            var item = _program.Policy.Classes[each.Decision.ClassIndex];
            wish = wish?.With(_ofPools[item.Pool.Index], _hardware) ?? _ofPools[item.Pool.Index];
            classes.Add(item.Name);
        }

        return (wish, "runs " + string.Join(", ", classes));
    }

    private static string? WhyWide(GovernedQuery each)
    {
        if (each.Decision.IsProvisional)
            return "a query's class is not known for good yet";

        if (each.Query.Exemption is { } exemption)
            return exemption + " is never governed";

        if (each.Query.Session.IsSuperuser)
            return "a sysadmin's query runs there";

        return null;
    }

    private MixMask Of(PoolAllotment pool) =>
        pool.Masks.IsEmpty
            ? _wide with
            {
                MemoryBandwidthPercent = pool.MemoryBandwidthPercent,
            }
            : new MixMask(pool.Masks, pool.MemoryBandwidthPercent);
}

/// <summary>The patience of masks on CPUs.</summary>
internal sealed record CorePoolOptions
{
    /// <summary>A mask becomes narrower only after what runs has asked for it so long; wider at once.</summary>
    public TimeSpan Dwell { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Requests that end per second in a pool above which some of them are too short to be seen: they
    /// would be narrowed with the others, so the pool stays wide.
    /// </summary>
    public double MostEndedPerSecond { get; init; } = 10;
}

/// <summary>
/// CPUs on which the sessions of one resource pool run: where a server's threads cannot be told apart,
/// its CPUs have the masks.
/// </summary>
/// <param name="Number">Its number towards the sidecar, from 1.</param>
/// <param name="Name">The resource pool's name.</param>
/// <param name="Cpus">Its logical CPUs.</param>
internal sealed record CorePool(int Number, string Name, ImmutableArray<int> Cpus)
{
    /// <summary>The masks of its CPUs, one for each L3 domain.</summary>
    public ImmutableArray<DomainMask> Masks { get; init; } = [];

    /// <summary>Memory bandwidth percent; null leaves it alone.</summary>
    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>What runs in it and why it has these masks, for people.</summary>
    public string Reason { get; init; } = "";

    /// <summary>True for every way and all bandwidth.</summary>
    public bool IsWide { get; init; } = true;
}
