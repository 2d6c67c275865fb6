using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Workloads;

/// <summary>Adds up what runs, query by query, once each has ended. Memory is bounded: what comes after the first
/// 20,000 statements is counted and not told apart.</summary>
internal sealed class WorkloadTally
{
    private const int MostGroups = 20_000;

    private readonly Dictionary<int, OpenStatement> _open = [];
    private readonly Dictionary<GroupKey, StatementGroup> _groups = [];
    private readonly List<int> _ended = [];
    private long _turn;
    private long _queries;
    private long _tooShort;
    private long _exempt;
    private long _merged;

    /// <summary>Takes what was seen at one moment.</summary>
    public void Take(Observation observation)
    {
        _turn++;
        foreach (var query in observation.Queries)
            See(query, observation);

        CloseUnseen();
    }

    /// <summary>What there was in all; what still runs has ended.</summary>
    /// <param name="recorded">How much time was seen.</param>
    public Workload Conclude(TimeSpan recorded)
    {
        _turn++;
        CloseUnseen();
        return new Workload(
            [.. _groups.Values.OrderByDescending(group => group.Seconds)],
            _queries,
            _tooShort,
            _exempt,
            _merged,
            recorded
        );
    }

    private void See(ObservedQuery query, Observation observation)
    {
        if (!_open.TryGetValue(query.ProcessId, out var open) || open.Query.Started != query.Started)
        {
            if (open is not null)
                Close(open);

            _open[query.ProcessId] = open = new OpenStatement { Query = query };
        }

        open.Query = query;
        open.Elapsed = observation.Time - query.Started;
        open.Cpu = observation.FiguresOf(query)?.Cpu ?? open.Cpu;
        open.Hours |= 1 << observation.ClockTime.UtcDateTime.Hour;
        open.Seen = _turn;
    }

    private void CloseUnseen()
    {
        _ended.Clear();
        foreach (var (processId, open) in _open)
        {
            if (open.Seen != _turn)
            {
                _ended.Add(processId);
                Close(open);
            }
        }

        _ended.ForEach(processId => _open.Remove(processId));
    }

    private void Close(OpenStatement open)
    {
        var query = open.Query;
        _queries++;
        if (query.Exemption is not null || query.Session.IsSuperuser || query.Statement?.IsTransactionControl == true)
            _exempt++;
        else if (query.Plan.State is PlanState.Pending or PlanState.Expected && open.Elapsed < ShortLife.Limit)
            _tooShort++;
        else
            Add(open);
    }

    private void Add(OpenStatement open)
    {
        var key = GroupKey.Of(open.Query);
        if (!_groups.TryGetValue(key, out var group))
        {
            if (_groups.Count >= MostGroups)
            {
                _merged++;
                return;
            }

            group = new StatementGroup(open.Query.Session, null, PlanFacts.Pending, 0, 0, 0, null, 0);
        }

        var seconds = Math.Max(0, open.Elapsed.TotalSeconds);
        _groups[key] = group with
        {
            Statement = open.Query.Statement ?? group.Statement,
            Plan = Better(group.Plan, open.Query.Plan),
            Executions = group.Executions + 1,
            Seconds = group.Seconds + seconds,
            Longest = Math.Max(group.Longest, seconds),
            CpuSeconds = open.Cpu is { } cpu ? (group.CpuSeconds ?? 0) + cpu.TotalSeconds : group.CpuSeconds,
            Hours = group.Hours | open.Hours,
        };
    }

    // A plan that is known tells more than one that is not.
    private static PlanFacts Better(PlanFacts old, PlanFacts now) =>
        now.State is PlanState.Pending or PlanState.Expected
        || (now.State == PlanState.Absent && old.State == PlanState.Known)
            ? old
            : now;
}

/// <summary>What makes two executions the same work.</summary>
internal readonly record struct GroupKey(string Login, string App, string Statement)
{
    /// <summary>A query's.</summary>
    public static GroupKey Of(ObservedQuery query) =>
        new(query.Session.Login, query.Session.App, query.Statement?.Fingerprint ?? "");
}

/// <summary>A query that has not ended yet.</summary>
internal sealed class OpenStatement
{
    /// <summary>As it was last seen.</summary>
    public required ObservedQuery Query { get; set; }

    /// <summary>Its age when it was last seen.</summary>
    public TimeSpan Elapsed { get; set; }

    /// <summary>Processor time that it had used by then; null where that is not measured.</summary>
    public TimeSpan? Cpu { get; set; }

    /// <summary>The hours of the day that it was seen in, a bit each.</summary>
    public int Hours { get; set; }

    /// <summary>The observation that it was last seen in.</summary>
    public long Seen { get; set; }
}
