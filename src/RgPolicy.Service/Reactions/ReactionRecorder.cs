using RgPolicy.Service.Observing;

namespace RgPolicy.Service.Reactions;

/// <summary>Measures how long queries ran before what was decided for them was in force; those that ran already when
/// watching began, from then on. Counted are queries that live for at least 300 ms: a shorter one is over before it
/// matters. Memory stays in proportion to the queries that run.</summary>
internal sealed class ReactionRecorder
{
    private readonly Action<Reaction>? _report;
    private readonly Dictionary<int, DateTimeOffset> _seenPending = [];
    private readonly Dictionary<int, DateTimeOffset> _measured = [];
    private readonly Dictionary<int, Waiting> _waiting = [];
    private readonly List<int> _done = [];
    private int _polls;
    private DateTimeOffset? _began;

    /// <summary>Measures; each counted reaction is reported once.</summary>
    public ReactionRecorder(Action<Reaction>? report) => _report = report;

    /// <summary>All counted reactions.</summary>
    public DurationHistogram All { get; } = new();

    /// <summary>Those whose plan was known when the query was first seen.</summary>
    public DurationHistogram PlanCached { get; } = new();

    public DurationHistogram PlanFetched { get; } = new();

    /// <summary>Queries that were moved and then lived less than 300 ms.</summary>
    public long ShortLived { get; private set; }

    /// <summary>Takes what a poll or an arrived plan showed.</summary>
    public void Observe(Observation observation)
    {
        _began ??= observation.Time;
        foreach (var query in observation.Queries)
        {
            if (query.Plan.State is PlanState.Pending or PlanState.Expected)
                _seenPending[query.ProcessId] = query.Started;
        }

        Settle(observation);
        if (++_polls % 64 == 0)
        {
            Sweep(_seenPending, observation.Queries);
            Sweep(_measured, observation.Queries);
        }
    }

    /// <summary>Takes that a query's process was moved and read back; only the first time counts.</summary>
    public void Moved(ObservedQuery query, DateTimeOffset readBack)
    {
        if (_measured.TryGetValue(query.ProcessId, out var started) && started == query.Started)
            return;

        _measured[query.ProcessId] = query.Started;
        var wasPending = _seenPending.TryGetValue(query.ProcessId, out var pending) && pending == query.Started;
        _waiting[query.ProcessId] = new Waiting(query, readBack - Begin(query), !wasPending);
    }

    private DateTimeOffset Begin(ObservedQuery query) =>
        _began is { } began && query.Started < began ? began : query.Started;

    private void Settle(Observation observation)
    {
        if (_waiting.Count == 0)
            return;

        _done.Clear();
        foreach (var (processId, waiting) in _waiting)
        {
            var runs =
                QueryLookup.Find(observation.Queries, processId) is { } now && now.Started == waiting.Query.Started;
            if (runs && observation.Time - waiting.Query.Started < ShortLife.Limit)
                continue;

            _done.Add(processId);
            Count(waiting, runs);
        }

        foreach (var processId in _done)
            _waiting.Remove(processId);
    }

    private void Count(Waiting waiting, bool lived)
    {
        if (!lived)
        {
            ShortLived++;
            return;
        }

        All.Add(waiting.Delay);
        (waiting.PlanCached ? PlanCached : PlanFetched).Add(waiting.Delay);
        _report?.Invoke(new Reaction(waiting.Query.Id, waiting.Delay, waiting.PlanCached));
    }

    private void Sweep(Dictionary<int, DateTimeOffset> known, ImmutableArray<ObservedQuery> queries)
    {
        _done.Clear();
        foreach (var processId in known.Keys)
        {
            if (QueryLookup.Find(queries, processId) is null)
                _done.Add(processId);
        }

        foreach (var processId in _done)
            known.Remove(processId);
    }

    private readonly record struct Waiting(ObservedQuery Query, TimeSpan Delay, bool PlanCached);
}

/// <summary>How long it took from the start of a query until what was decided for it was in force and
/// read back.</summary>
/// <param name="Query">The query's id.</param>
/// <param name="Delay">On the DBMS's clock.</param>
/// <param name="PlanCached">True when its plan was known when the query was first seen.</param>
internal readonly record struct Reaction(string Query, TimeSpan Delay, bool PlanCached);

/// <summary>What was measured of reactions so far.</summary>
/// <param name="All">All counted ones.</param>
/// <param name="PlanCached">Those whose plan was known when the query was first seen.</param>
/// <param name="PlanFetched">Those whose plan had to be fetched.</param>
/// <param name="ShortLived">Queries that were moved and then lived less than 300 ms.</param>
internal sealed record ReactionSummary(
    DurationSummary All,
    DurationSummary PlanCached,
    DurationSummary PlanFetched,
    long ShortLived
)
{
    public static ReactionSummary Of(ReactionRecorder recorder) =>
        new(
            DurationSummary.Of(recorder.All),
            DurationSummary.Of(recorder.PlanCached),
            DurationSummary.Of(recorder.PlanFetched),
            recorder.ShortLived
        );
}

/// <summary>A histogram's figures at one moment.</summary>
internal sealed record DurationSummary(
    long Count,
    TimeSpan Sum,
    TimeSpan Maximum,
    TimeSpan? Median,
    TimeSpan? P95,
    TimeSpan? P99
)
{
    public static DurationSummary Of(DurationHistogram histogram)
    {
        return new DurationSummary(
            histogram.Count,
            histogram.Sum,
            histogram.Maximum,
            histogram.Quantile(0.5),
            histogram.Quantile(0.95),
            histogram.Quantile(0.99)
        );
    }
}
