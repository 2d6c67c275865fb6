using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Objectives;

/// <summary>Keeps a policy's objectives: measures turn by turn, and once a second lets at most one
/// controller make one change.</summary>
internal sealed class ObjectiveControllers
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly Policy _policy;
    private readonly CacheTerms? _terms;
    private readonly ImmutableArray<ObjectiveWatch> _watches;
    private readonly CallCounter _calls;
    private DateTimeOffset _turn = DateTimeOffset.MinValue;
    private DateTimeOffset _stepped = DateTimeOffset.MinValue;
    private TimeSpan _sinceLastPoll;

    private ObjectiveControllers(
        PolicyProgram program,
        ImmutableArray<ObjectiveWatch> watches,
        ObjectiveControllers? before
    )
    {
        (_policy, _watches, _calls) = (program.Policy, watches, before?._calls ?? new CallCounter());
        (_turn, _stepped) = before is null ? (_turn, _stepped) : (before._turn, before._stepped);
        _terms = watches.Any(watch => watch.Knobs.Any(knob => knob.IsCache))
            ? CacheTerms.Of(program.Policy, program.Target, program.Pools, program.Terms)
            : null;
    }

    /// <summary>Null where no objective has a pool that can give way, now or before.</summary>
    /// <param name="program">The program, with its pools as the policy and its states have them.</param>
    /// <param name="options">Patience.</param>
    /// <param name="before">The board that was in force: objectives that are the same go on.</param>
    public static ObjectiveControllers? For(
        PolicyProgram program,
        ObjectiveOptions options,
        ObjectiveControllers? before
    )
    {
        ImmutableArray<ObjectiveWatch> watches =
        [
            .. from objective in program.Policy.Objectives
            let knobs = YieldKnobs.Of(objective, program.Policy, program.Target, program.Pools)
            let old = before?._watches.FirstOrDefault(watch => watch.IsOf(objective))
            where old is not null || !knobs.IsEmpty
            select old?.Over(objective, knobs) ?? new ObjectiveWatch(objective, knobs, options),
        ];
        return watches.IsEmpty ? null : new ObjectiveControllers(program, watches, before);
    }

    /// <summary>The program that the board was made for, with what pools had given way before.</summary>
    public PolicyProgram Resume(PolicyProgram program) =>
        _watches.Any(watch => watch.HasYields) ? Adjust(program) : program;

    /// <summary>Begins a turn.</summary>
    /// <param name="now">The turn's time.</param>
    /// <param name="given">What a policy test says of lateness in place of what is measured.</param>
    public void Begin(DateTimeOffset now, GivenSignals? given)
    {
        (_sinceLastPoll, _turn) = (_turn == DateTimeOffset.MinValue ? TimeSpan.Zero : now - _turn, now);
        foreach (var watch in _watches)
        {
            watch.Meter.Advance(now);
            watch.Tell(given);
        }
    }

    /// <summary>Takes in one running query after its decision.</summary>
    public void See(TrackedQuery tracked)
    {
        var calls = _calls.Count(tracked.Query);
        foreach (var watch in _watches)
        {
            if (
                watch.ClassIndex == tracked.Decision.ClassIndex
                && (!tracked.Decision.IsProvisional || tracked.Query.Plan.State == PlanState.Expected)
            )
            {
                watch.Meter.See(_turn - tracked.Query.Started, _sinceLastPoll);
                watch.Meter.AddCalls(calls);
            }
        }
    }

    /// <summary>Ends a turn.</summary>
    /// <returns>The program with what the pools give now, or null when nothing changes.</returns>
    public PolicyProgram? End(PolicyProgram program, DateTimeOffset now, TurnEvents events)
    {
        if (now - _stepped < Period)
            return null;

        _stepped = now;
        var act = ControlAct.None;
        foreach (var watch in _watches)
            act = StepOne(watch, act, now, events);

        return act == ControlAct.None ? null : Adjust(program);
    }

    private ControlAct StepOne(ObjectiveWatch watch, ControlAct before, DateTimeOffset now, TurnEvents events)
    {
        if (watch.TellJudged() is { } judged)
            events.Add(now, "objective", "", judged);

        var act = watch.Step(now, before == ControlAct.None && !_watches.Any(other => other.Controller.IsTrying));
        if (act != ControlAct.None)
            events.Add(now, "objective", "", watch.Describe(act, _policy));

        return act == ControlAct.None ? before : act;
    }

    private PolicyProgram Adjust(PolicyProgram program)
    {
        ImmutableArray<PoolAllotment> pools = [.. program.Pools.Select(pool => WithShare(pool))];
        var adjusted = program.WithPools(pools);
        return _terms is null
            ? adjusted
            : adjusted.WithLayout(
                CacheSolver.Solve(_terms.Hardware, Requests(_terms), program.Layout),
                _terms.Hardware
            );
    }

    private PoolAllotment WithShare(PoolAllotment pool) =>
        Given(pool.Pool.Index, isCache: false) is { } share ? pool.WithShare(share) : pool;

    private ImmutableArray<CacheRequest> Requests(CacheTerms terms) =>
        [
            .. terms.Pools.Select(pool =>
                Given(pool.Pool, isCache: true) is { } ways
                    ? pool.With((int)Math.Floor(ways), pool.IsExclusive)
                    : pool.AsWritten
            ),
        ];

    /// <summary>What a pool has of one thing: the least that any objective asks for; null where none asks.</summary>
    private double? Given(int pool, bool isCache)
    {
        double? least = null;
        foreach (var watch in _watches)
        {
            for (var index = 0; index < watch.Knobs.Length; index++)
            {
                var knob = watch.Knobs[index];
                var value = knob.At(watch.Controller.Levels[index]);
                least = knob.Pool == pool && knob.IsCache == isCache ? Math.Min(least ?? value, value) : least;
            }
        }

        return least;
    }
}

/// <summary>Counts calls from what the server says of each fingerprint's executions.</summary>
internal sealed class CallCounter
{
    private const int MostFingerprints = 10_000;

    private readonly Dictionary<string, long> _executions = new(StringComparer.Ordinal);

    /// <summary>Executions since this fingerprint was last seen; 0 at first sight and without a source.</summary>
    public long Count(ObservedQuery query)
    {
        if (query is not { History.Executions: { } now, Statement.Fingerprint: { Length: > 0 } fingerprint })
            return 0;

        if (_executions.Count >= MostFingerprints)
            _executions.Clear();

        var isKnown = _executions.TryGetValue(fingerprint, out var before);
        _executions[fingerprint] = Math.Max(now, before);
        return isKnown ? Math.Max(0, now - before) : 0;
    }
}
