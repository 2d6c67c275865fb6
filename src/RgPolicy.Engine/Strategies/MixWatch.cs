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
internal sealed class MixWatch(int pools, Signal? by, double leastRest)
{
    private static readonly Signal WorkingSet = SignalCatalog.Get("plan.working_set");

    private readonly SignalValues _values = new();
    private readonly PoolLoad[] _loads = new PoolLoad[pools];

    public ReadOnlySpan<PoolLoad> Loads => _loads;

    /// <summary>Begins a turn.</summary>
    public void Begin() => Array.Clear(_loads);

    /// <summary>Takes in a query that stands in a pool.</summary>
    public void See(TrackedQuery tracked, int pool, DateTimeOffset now)
    {
        var query = tracked.Query;
        if (query.Plan.Profile is not { } profile || RestOf(query, now) < leastRest)
        {
            return;
        }

        ref var load = ref _loads[pool];
        var streams = profile.Temporality == Temporality.NonTemporal || profile.CacheUse == CacheUse.Polluting;
        var size = (double)(profile.WorkingSetBytes.Value ?? 0);
        load.Queries++;
        load.Streaming += streams ? 1 : 0;
        load.Weak += profile.Locality == PlanLocality.Weak ? 1 : 0;
        load.Unknown += streams || profile.WorkingSetBytes.Value is not null ? 0 : 1;
        load.WorkingSet += streams ? 0 : size;
        load.Order += streams ? 0 : OrderOf(query, size);
    }

    private double OrderOf(ObservedQuery query, double size)
    {
        if (by is null || by.Ordinal == WorkingSet.Ordinal)
        {
            return size;
        }

        PlanSignals.Fill(_values, query.Plan, 1UL << by.Ordinal);
        return (double)_values[by].Number;
    }

    private static double RestOf(ObservedQuery query, DateTimeOffset now)
    {
        var age = Math.Max(0, (now - query.Started).TotalSeconds);
        return query.History?.MeanElapsed is { } mean && mean.TotalSeconds > age ? mean.TotalSeconds - age : age;
    }
}
