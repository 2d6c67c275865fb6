using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Objectives;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Strategies;

/// <summary>What changes the pools while a policy is in force: its cache strategy and its objectives.</summary>
internal sealed class Adaptation
{
    private readonly CacheStrategyController? _strategy;
    private readonly ObjectiveControllers? _objectives;

    private Adaptation(CacheStrategyController? strategy, ObjectiveControllers? objectives) =>
        (_strategy, _objectives) = (strategy, objectives);

    /// <summary>Null for a policy that has neither.</summary>
    /// <param name="program">The program, with its pools as the policy and its states have them.</param>
    /// <param name="strategies">How patient cache strategies are.</param>
    /// <param name="objectives">How patient the controllers of objectives are.</param>
    /// <param name="before">What changed the pools until now: a strategy and objectives that are the
    /// same go on.</param>
    public static Adaptation? For(
        PolicyProgram program,
        StrategyOptions strategies,
        ObjectiveOptions objectives,
        Adaptation? before
    )
    {
        var strategy = CacheStrategyController.For(program, strategies, before?._strategy);
        var objective = ObjectiveControllers.For(program, objectives, before?._objectives);
        return strategy is null && objective is null ? null : new Adaptation(strategy, objective);
    }

    /// <summary>The program that this was made for, split as before and with what pools had given way
    /// to objectives.</summary>
    public PolicyProgram Resume(PolicyProgram program)
    {
        var split = _strategy?.Resume(program) ?? program;
        return _objectives?.Resume(split) ?? split;
    }

    /// <summary>Queries that the turn's end has given a part of their pool, or taken it from.</summary>
    public IReadOnlyList<TrackedQuery> Moved => _strategy?.Moved ?? [];

    /// <summary>Whether nothing is split, because what runs has L3 domains nearly to itself.</summary>
    public bool HasOwnDomains => _strategy?.HasOwnDomains ?? false;

    /// <summary>Begins a turn.</summary>
    public void Begin(Observation observation)
    {
        _strategy?.Begin();
        _objectives?.Begin(observation.Time, observation.Given);
    }

    /// <summary>Takes in one running query after its decision.</summary>
    public void See(TrackedQuery tracked, DateTimeOffset now)
    {
        _strategy?.See(tracked, now);
        _objectives?.See(tracked);
    }

    /// <summary>Ends a turn.</summary>
    /// <param name="program">The program in force.</param>
    /// <param name="now">The turn's time.</param>
    /// <param name="protects">There is something that throttling protects.</param>
    /// <param name="events">Takes what happened.</param>
    /// <returns>The program to put in force: the same instance when nothing changes. Processes stay in
    /// their pools.</returns>
    public PolicyProgram End(PolicyProgram program, DateTimeOffset now, bool protects, TurnEvents events)
    {
        if (_strategy?.End(program, now, protects) is { } split)
        {
            events.Add(now, "cache", "", _strategy.Describe(split));
            program = split;
        }

        program = _strategy?.GiveBack(program, now) ?? program;
        return _objectives?.End(program, now, events) ?? program;
    }
}

/// <summary>A strategy's patience.</summary>
internal sealed record StrategyOptions
{
    /// <summary>
    /// Bytes per second at which one query fills its mask again: a low figure for one core of the
    /// processors in the papers
    /// (64 GB/s for 10 to 22 cores), so that refills are judged long rather than short.
    /// </summary>
    public double FillRate { get; init; } = 8e9;

    /// <summary>A query counts when it is expected to live so many times longer than the refill of the
    /// whole cache.</summary>
    public double RefillsToOutlive { get; init; } = 20;

    /// <summary>Between two splits at least this long.</summary>
    public TimeSpan Dwell { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A query may have a part of its pool when it is expected to live at least so long: with shorter ones
    /// parts would be late at each, and groups would change with all of them.</summary>
    public TimeSpan PartLife { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>A part that no query has stays so long: the next one makes none anew.</summary>
    public TimeSpan PartRest { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Pools and parts of pools together that there may be towards the sidecar; null where there may be no
    /// parts.</summary>
    public int? MostPools { get; init; } = PoolParts.HighestNumber;

    /// <summary>While the same pools run, differences of up to so many ways change nothing.</summary>
    public int DeadBandWays { get; init; } = 1;
}
