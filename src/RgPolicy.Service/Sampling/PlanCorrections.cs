using System.Collections.Immutable;
using RgPolicy.Dbms.Caching;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Service.Sampling;

/// <summary>
/// Corrects what plans estimate of their working sets by what samples of other executions found, of each login's
/// statements by that login's own. An execution keeps the estimate that it began with.
/// </summary>
/// <param name="caches">The caches that plans are judged against.</param>
internal sealed class PlanCorrections(CacheSizes caches)
{
    private const int MostPlans = 4096;
    private readonly LeastRecentlyUsed<SampledPlanKey, LearnedPlan> _learned = new(MostPlans);
    private Dictionary<ExecutionKey, CorrectedQuery> _running = [];
    private Dictionary<ExecutionKey, CorrectedQuery> _before = [];

    /// <summary>All queries that run, with their plans corrected; what runs no longer is forgotten. What has not changed
    /// is the same instance again, which is how the engine sees that.</summary>
    public ImmutableArray<ObservedQuery> Of(ImmutableArray<ObservedQuery> queries)
    {
        (_running, _before) = (_before, _running);
        _running.Clear();
        return [.. queries.Select(Of)];
    }

    /// <summary>Takes what a sample of a query found, for later executions of its plan.</summary>
    /// <param name="query">The query, of the last observation.</param>
    /// <param name="foundBytes">The working set that was found.</param>
    public void Learn(ObservedQuery query, long foundBytes)
    {
        var execution = ExecutionKey.Of(query);
        if (
            _running.TryGetValue(execution, out var running)
            && running is { Key: { } key, Given.Plan.Profile.WorkingSetBytes: var estimate }
        )
        {
            _learned.Put(
                key,
                _learned.TryGet(key, out var learned)
                    ? learned.With(execution, estimate, foundBytes)
                    : LearnedPlan.First(execution, estimate, foundBytes)
            );
        }
    }

    private ObservedQuery Of(ObservedQuery query)
    {
        var execution = ExecutionKey.Of(query);
        _before.TryGetValue(execution, out var before);
        var corrected = before is not null && ReferenceEquals(before.Given, query) ? before : Corrected(query, before);
        _running[execution] = corrected;
        return corrected.HandedOut;
    }

    private CorrectedQuery Corrected(ObservedQuery query, CorrectedQuery? before)
    {
        var key = SampledPlanKey.Of(query);
        return before is not null && before.Key == key
            ? before.Again(query, caches)
            : CorrectedQuery.Of(query, key, HistoryOf(key, ExecutionKey.Of(query)), caches);
    }

    private PlanHistory HistoryOf(SampledPlanKey? key, ExecutionKey execution) =>
        key is { } known && _learned.TryGet(known, out var learned) ? learned.For(execution) : PlanHistory.Empty;
}
