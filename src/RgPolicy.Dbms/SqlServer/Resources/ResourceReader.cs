using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>Reads a server's resources: pools, groups and named requests each time, which CPU belongs to which pool and
/// what its own sessions cost every 5 s, and the sysadmins every minute.</summary>
internal sealed class ResourceReader(ConcurrentDictionary<int, byte> own, bool hasFractions, TimeProvider time)
{
    private static readonly TimeSpan MapLifetime = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan CostLifetime = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan RolesLifetime = TimeSpan.FromMinutes(1);

    private readonly OwnSessionCost _cost = new();
    private ServerResources _last = ServerResources.None;
    private CoreMap _map = new();
    private int _hostCpus;
    private ImmutableArray<string> _secondaries = [];
    private HashSet<string>? _readOnlyAtFirst;
    private long? _mapReadAt;
    private long? _rolesReadAt;
    private long? _costReadAt;

    /// <summary>The sysadmins; null before the first reading.</summary>
    public Sysadmins? Sysadmins { get; private set; }

    /// <summary>Processor time of RgPolicy's own sessions; null before the first reading.</summary>
    public TimeSpan? OwnCpu => _cost.Cpu;

    public async Task<ServerResources> ReadAsync(
        SqlServerLink session,
        IReadOnlyCollection<int> sessions,
        CancellationToken cancellationToken
    )
    {
        var pools = await ResourcePoll.PoolsAsync(session, cancellationToken);
        var groups = await ResourcePoll.GroupsAsync(session, hasFractions, cancellationToken);
        await FollowMapAsync(session, pools, cancellationToken);
        await FollowRolesAsync(session, cancellationToken);
        await FollowCostAsync(session, cancellationToken);
        var requests =
            sessions.Count == 0
                ? FrozenDictionary<int, RequestResources>.Empty
                : await RequestsAsync(session, sessions, cancellationToken);
        var read = new ServerResources(pools, groups, requests)
        {
            CoreProblem = _map.Problem,
            HostCpus = _hostCpus,
            Secondaries = _secondaries,
            ReadAt = time.GetUtcNow(),
        };
        return _last = ResourceRates.Since(_last, read with { Pools = [.. pools.Select(WithCpus)] });
    }

    private ResourcePoolFacts WithCpus(ResourcePoolFacts pool) =>
        _map.Pools.TryGetValue(pool.Id, out var cpus) ? pool with { Cpus = cpus } : pool;

    private async Task FollowRolesAsync(SqlServerLink session, CancellationToken cancellationToken)
    {
        if (_rolesReadAt is { } readAt && time.GetElapsedTime(readAt) < RolesLifetime)
            return;
        Sysadmins = await SysadminReader.ReadAsync(session, cancellationToken);
        _rolesReadAt = time.GetTimestamp();
    }

    private async Task FollowCostAsync(SqlServerLink session, CancellationToken cancellationToken)
    {
        if (_costReadAt is { } readAt && time.GetElapsedTime(readAt) < CostLifetime)
            return;
        _cost.Take(await ResourcePoll.OwnSessionsAsync(session, Listed(own.Keys), cancellationToken));
        _costReadAt = time.GetTimestamp();
    }

    private async Task FollowMapAsync(
        SqlServerLink session,
        ImmutableArray<ResourcePoolFacts> pools,
        CancellationToken cancellationToken
    )
    {
        if (_mapReadAt is { } readAt && time.GetElapsedTime(readAt) < MapLifetime && pools.Length == _last.Pools.Length)
            return;
        var flags = await SqlServerFactsReader.ReadFlagsAsync(session, cancellationToken);
        var schedulers = await ResourcePoll.SchedulersAsync(session, cancellationToken);
        var affinity = await PoolAffinity.ReadAsync(session, PoolAffinity.EffectiveViews, cancellationToken);
        var (isAutomatic, cpus) = await ResourcePoll.HostAsync(session, cancellationToken);
        _map = CoreMap.Of(
            schedulers,
            affinity.ToDictionary(pool => pool.Key, pool => pool.ToImmutableArray()),
            pools.ToDictionary(pool => pool.Id, pool => pool.Name),
            isAutomatic,
            flags.Contains(SqlServerFactsReader.SharedCpusFlag)
        );
        var readOnly = await ResourcePoll.ReadOnlyAsync(session, cancellationToken);
        _readOnlyAtFirst ??= [.. readOnly];
        _secondaries = [.. readOnly.Except(_readOnlyAtFirst, StringComparer.Ordinal)];
        (_hostCpus, _mapReadAt) = (cpus, time.GetTimestamp());
    }

    private async Task<FrozenDictionary<int, RequestResources>> RequestsAsync(
        SqlServerLink session,
        IReadOnlyCollection<int> sessions,
        CancellationToken cancellationToken
    )
    {
        var list = Listed(sessions);
        var requests = await ResourcePoll.RequestsAsync(session, list, cancellationToken);
        var tasks = (await ResourcePoll.TasksAsync(session, list, cancellationToken)).ToLookup(
            task => task.Backend,
            task => task.Scheduler
        );
        return requests
            .DistinctBy(each => each.Backend)
            .ToFrozenDictionary(each => each.Backend, each => Of(each.Dop, each.Grant, tasks[each.Backend]));
    }

    private static string Listed(IEnumerable<int> sessions) =>
        sessions
            .Aggregate(new StringBuilder(","), (list, each) => list.Append(CultureInfo.InvariantCulture, $"{each},"))
            .ToString();

    private RequestResources Of(int? dop, MemoryGrant? grant, IEnumerable<int> schedulers)
    {
        ImmutableArray<int> distinct = [.. schedulers.Distinct().Order()];
        return new RequestResources
        {
            Dop = dop,
            Grant = grant,
            Schedulers = distinct,
            Cpus = [.. distinct.Where(_map.Cpus.ContainsKey).Select(each => _map.Cpus[each]).Order()],
        };
    }
}

/// <summary>What changed per second between two readings; nothing where the server began to count anew.</summary>
internal static class ResourceRates
{
    public static ServerResources Since(ServerResources before, ServerResources now)
    {
        var seconds = (now.ReadAt - before.ReadAt).TotalSeconds;
        if (before.Pools.IsEmpty || seconds <= 0)
            return now;
        return now with
        {
            Pools =
            [
                .. now.Pools.Select(pool =>
                    pool with
                    {
                        BusyCpus = Rate(
                            before.Pools.FirstOrDefault(each => each.Id == pool.Id)?.Cpu.TotalSeconds,
                            pool.Cpu.TotalSeconds,
                            seconds
                        ),
                    }
                ),
            ],
            Groups =
            [
                .. now.Groups.Select(group =>
                    group with
                    {
                        EndedPerSecond = Rate(
                            before.Groups.FirstOrDefault(each => each.Id == group.Id)?.Ended,
                            group.Ended,
                            seconds
                        ),
                    }
                ),
            ],
        };
    }

    private static double? Rate(double? before, double now, double seconds) =>
        before is { } old && now >= old ? (now - old) / seconds : null;
}

/// <summary>What RgPolicy's own sessions have cost the server, those that have ended included.</summary>
internal sealed class OwnSessionCost
{
    private Dictionary<(int SessionId, DateTime Began), TimeSpan> _open = [];
    private TimeSpan _ended;

    /// <summary>Processor time since the beginning; null before the first reading.</summary>
    public TimeSpan? Cpu { get; private set; }

    public void Take(IEnumerable<OwnSessionRow> sessions)
    {
        var open = new Dictionary<(int SessionId, DateTime Began), TimeSpan>();
        foreach (var session in sessions)
            open[(session.SessionId, session.Began)] = session.Cpu;
        foreach (var (session, cpu) in _open)
            if (!open.ContainsKey(session))
                _ended += cpu;
        _open = open;
        Cpu = open.Values.Aggregate(_ended, static (sum, cpu) => sum + cpu);
    }
}

/// <summary>One of RgPolicy's own sessions, as the server counts it.</summary>
/// <param name="SessionId">The session's number, which another one has after its end.</param>
/// <param name="Began">When it began, by the server's local clock; with the number it names the session.</param>
/// <param name="Cpu">Processor time of what it has executed.</param>
internal readonly record struct OwnSessionRow(int SessionId, DateTime Began, TimeSpan Cpu);
