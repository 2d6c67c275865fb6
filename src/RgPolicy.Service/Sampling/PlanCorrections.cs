using System.Collections.Immutable;
using RgPolicy.Dbms.Caching;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>
/// Corrects what plans estimate of their working sets by what samples of earlier executions found, of each login's
/// statements by that login's own. An execution keeps the estimate that it began with: what it is itself found to
/// touch is for later ones.
/// </summary>
/// <param name="llcBytes">The last-level cache that plans are judged against, bytes.</param>
internal sealed class PlanCorrections(long llcBytes)
{
    private const int MostPlans = 4096;
    private const string Corrected = "corrected by samples";
    private readonly LeastRecentlyUsed<SampledPlanKey, LearnedPlan> _learned = new(MostPlans);
    private Dictionary<ExecutionKey, CorrectedQuery> _running = [];
    private Dictionary<ExecutionKey, CorrectedQuery> _before = [];

    /// <summary>All queries that run, with their plans corrected; what runs no longer is forgotten.</summary>
    public ImmutableArray<ObservedQuery> Of(ImmutableArray<ObservedQuery> queries)
    {
        (_running, _before) = (_before, _running);
        _running.Clear();
        return [.. queries.Select(Of)];
    }

    /// <summary>Takes what a sample of a query found, for later executions of its plan.</summary>
    public void Learn(ObservedQuery query, MeasuredSet found)
    {
        var execution = ExecutionKey.Of(query);
        if (
            !_running.TryGetValue(execution, out var running)
            || running.Given.Plan.Profile is not { } estimated
            || SampledPlanKey.Of(running.Given) is not { } key
        )
        {
            return;
        }

        _learned.Put(
            key,
            _learned.TryGet(key, out var learned)
                ? learned.With(execution, estimated, found)
                : LearnedPlan.First(execution, estimated, found)
        );
    }

    private ObservedQuery Of(ObservedQuery query)
    {
        if (query.Plan.Profile is null)
        {
            return query;
        }

        var key = ExecutionKey.Of(query);
        var corrected =
            _before.TryGetValue(key, out var before) && before.IsOf(query)
                ? before.Again(query)
                : CorrectedQuery.New(query, Correct(query));
        _running[key] = corrected;
        return corrected.HandedOut;
    }

    private PlanFacts Correct(ObservedQuery query)
    {
        if (
            query.Plan is not { Profile: { } estimated } plan
            || SampledPlanKey.Of(query) is not { } key
            || !_learned.TryGet(key, out var learned)
        )
        {
            return query.Plan;
        }

        var profile = learned.History.Correct(estimated, llcBytes);
        return profile == estimated
            ? plan
            : PlanFacts.Known(profile, plan.Source.Length > 0 ? $"{plan.Source}, {Corrected}" : Corrected);
    }
}
