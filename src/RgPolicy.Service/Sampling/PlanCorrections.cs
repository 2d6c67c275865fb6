using RgPolicy.Dbms.Caching;
using RgPolicy.Plans;

namespace RgPolicy.Service.Sampling;

/// <summary>Corrects what plans estimate of their working sets by what samples of other executions found, of each
/// login's statements by that login's own. An execution keeps the estimate that it began with.</summary>
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

/// <summary>What samples have taught of one plan. All samples of one execution count as one, the most that they
/// found.</summary>
/// <param name="Earlier">Of the executions before the last one.</param>
/// <param name="Execution">The last one that was sampled.</param>
/// <param name="Estimate">The working set by its plan, bytes.</param>
/// <param name="FoundBytes">The largest working set that its samples found.</param>
internal sealed record LearnedPlan(PlanHistory Earlier, ExecutionKey Execution, Figure Estimate, long FoundBytes)
{
    private PlanHistory All => Earlier.With(Estimate, Measured);

    // That less was touched within some seconds says nothing of what the rest of the execution touches: a hash table is
    // filled before it is looked up, and a sort reads before it sorts. So what was found below the estimate confirms it.
    private Figure Measured =>
        Estimate.Value is { } estimate ? new(Math.Max(estimate, FoundBytes), Provenance.Actual) : Figure.Unknown;

    public static LearnedPlan First(ExecutionKey execution, Figure estimate, long foundBytes) =>
        new(PlanHistory.Empty, execution, estimate, foundBytes);

    /// <summary>What an execution goes by: all others, and never what it has taught itself.</summary>
    public PlanHistory For(ExecutionKey execution) => execution == Execution ? Earlier : All;

    /// <summary>After one more sample.</summary>
    public LearnedPlan With(ExecutionKey execution, Figure estimate, long foundBytes) =>
        execution == Execution
            ? this with
            {
                Estimate = estimate,
                FoundBytes = Math.Max(FoundBytes, foundBytes),
            }
            : new(All, execution, estimate, foundBytes);
}

internal readonly record struct ExecutionKey(int ProcessId, DateTimeOffset Started)
{
    public static ExecutionKey Of(ObservedQuery query) => new(query.ProcessId, query.Started);
}

/// <summary>A query that runs, and what is handed out in its place.</summary>
/// <param name="Given">As it was observed last.</param>
/// <param name="Key">Its plan; null while its statement or its plan is not known.</param>
/// <param name="History">What was known of that plan when it was met first.</param>
/// <param name="HandedOut">The query with its plan corrected.</param>
internal sealed record CorrectedQuery(
    ObservedQuery Given,
    SampledPlanKey? Key,
    PlanHistory History,
    ObservedQuery HandedOut
)
{
    private const string Corrected = "corrected by samples";

    public static CorrectedQuery Of(ObservedQuery given, SampledPlanKey? key, PlanHistory history, CacheSizes caches) =>
        new(given, key, history, Replace(given, history, caches));

    /// <summary>The same execution by the same plan, observed again: with the estimate that it began with.</summary>
    public CorrectedQuery Again(ObservedQuery given, CacheSizes caches) =>
        ReferenceEquals(given.Plan, Given.Plan)
            ? this with
            {
                Given = given,
                HandedOut = ReferenceEquals(Given.Plan, HandedOut.Plan) ? given : given with { Plan = HandedOut.Plan },
            }
            : Of(given, Key, History, caches);

    private static ObservedQuery Replace(ObservedQuery given, PlanHistory history, CacheSizes caches)
    {
        if (given.Plan is not { Profile: { } estimated } plan)
            return given;

        var profile = history.Correct(estimated, caches);
        return ReferenceEquals(profile, estimated)
            ? given
            : given with
            {
                Plan = PlanFacts.Known(profile, plan.Source.Length > 0 ? $"{plan.Source}, {Corrected}" : Corrected),
            };
    }
}

/// <summary>One plan of one login's statement: with other operators other estimates go wrong.</summary>
/// <param name="Statement">Whose statement it is.</param>
/// <param name="Outline">A hash of its shape and its operators, without their figures.</param>
internal readonly record struct SampledPlanKey(SampleKey Statement, int Outline)
{
    /// <summary>That of a query; null while its statement or its plan is not known.</summary>
    public static SampledPlanKey? Of(ObservedQuery query) =>
        SampleKey.Of(query) is { } statement && query.Plan.Profile is { } profile
            ? new(statement, OutlineOf(profile))
            : null;

    private static int OutlineOf(PlanProfile profile)
    {
        var hash = new HashCode();
        hash.Add(profile.Shape);
        foreach (var each in profile.Operators)
        {
            hash.Add(each.Parent);
            hash.Add(each.Name, StringComparer.Ordinal);
        }

        return hash.ToHashCode();
    }
}
