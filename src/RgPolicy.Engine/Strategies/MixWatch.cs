using System.Runtime.InteropServices;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Counts what runs in each pool, turn by turn, without allocating. Only queries for which a mask pays
/// are counted: those that will outlive its refill. A query's expected rest is what its history leaves of the mean,
/// else as long as it has run.
/// </summary>
/// <param name="numbers">The number of each pool that takes part.</param>
/// <param name="by">What orders them.</param>
/// <param name="leastRest">Seconds that a query must have before it.</param>
/// <param name="partLife">Seconds that one must be expected to live in all to have a part of its pool; null for no
/// parts.</param>
internal sealed class MixWatch(ImmutableArray<int> numbers, Signal? by, double leastRest, double? partLife)
{
    private static readonly Signal WorkingSet = SignalCatalog.Get("plan.working_set");

    private readonly SignalValues _values = new();
    private readonly PoolLoad[] _loads = new PoolLoad[numbers.Length];
    private readonly List<QueryLoad> _queries = [];

    public ReadOnlySpan<PoolLoad> Loads => _loads;

    /// <summary>The same, query by query.</summary>
    public ReadOnlySpan<QueryLoad> Queries => CollectionsMarshal.AsSpan(_queries);

    /// <summary>Begins a turn.</summary>
    public void Begin()
    {
        Array.Clear(_loads);
        _queries.Clear();
    }

    /// <summary>Takes in a query that stands in a pool.</summary>
    public void See(TrackedQuery tracked, int pool, DateTimeOffset now)
    {
        var query = tracked.Query;
        if (query.Plan.Profile is not { } profile || RestOf(query, now) < leastRest)
            return;

        ref var load = ref _loads[pool];
        var streams = profile.Temporality == Temporality.NonTemporal || profile.CacheUse == CacheUse.Polluting;
        var size = (double)(profile.WorkingSetBytes.Value ?? 0);
        load.Queries++;
        load.Streaming += streams ? 1 : 0;
        load.Weak += profile.Locality == PlanLocality.Weak ? 1 : 0;
        load.Unknown += streams || profile.WorkingSetBytes.Value is not null ? 0 : 1;
        load.WorkingSet += streams ? 0 : size;
        var order = streams ? 0 : OrderOf(query, size);
        load.Order += order;
        var bytes = (double?)profile.WorkingSetBytes.Value;
        var mayPart = MayPart(tracked, pool, now);
        load.PartStreams += streams && mayPart ? 1 : 0;
        _queries.Add(new QueryLoad(tracked, pool, bytes, order, streams, mayPart));
    }

    private bool MayPart(TrackedQuery tracked, int pool, DateTimeOffset now) =>
        tracked.PoolNumber == numbers[pool]
        && Math.Max(
            tracked.Query.History?.MeanElapsed?.TotalSeconds ?? 0,
            2 * (now - tracked.Query.Started).TotalSeconds
        ) >= partLife;

    private double OrderOf(ObservedQuery query, double size)
    {
        if (by is null || by.Ordinal == WorkingSet.Ordinal)
            return size;

        PlanSignals.Fill(_values, query.Plan, 1UL << by.Ordinal);
        return (double)_values[by].Number;
    }

    private static double RestOf(ObservedQuery query, DateTimeOffset now)
    {
        var age = Math.Max(0, (now - query.Started).TotalSeconds);
        return query.History?.MeanElapsed is { } mean && mean.TotalSeconds > age ? mean.TotalSeconds - age : age;
    }
}
