using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>
/// Plays a mix from event to event: begins, ends, changes of phase, polls. Between two events nothing changes, so all
/// speeds hold. Polls are events without a governor too, so that a governor that changes nothing changes nothing.
/// </summary>
internal sealed class SimulationRun
{
    /// <summary>Work that one run may take, in executions moved on by one event: seconds, not minutes.</summary>
    public const long MostWork = 50_000_000;

    // What else an event may take, in the same unit: a poll of the governor, and finding all speeds anew.
    private const int PollWork = 50;
    private const int WorkOfItems = 20;

    // Polls of a service are never quite as far apart as they should be; without that, a query that lasts as long as
    // the time between two could be missed each time. Multiples of the golden ratio are spread as evenly as can be.
    private const double PollSpread = 0.2;

    // Events so near to each other count as one.
    private const double Together = 1e-9;

    private readonly Mix _mix;
    private readonly ImmutableArray<QueryKind> _kinds;
    private readonly SimulatedMachine _machine;
    private readonly ThreadPlacer _placer;
    private readonly SimulatedGovernor? _governor;
    private readonly PoolShares _free;
    private readonly Arrivals _arrivals;
    private readonly RunTally _tally;
    private readonly List<Execution> _running = [];
    private readonly List<Execution> _waiting = [];
    private double _now;
    private double _nextPoll;
    private long _events;
    private int _polls;
    private long _work;
    private bool _isCut;

    private SimulationRun(Mix mix, TargetProfile target, PolicyProgram? program, double solutionWork)
    {
        var machine = MachineModel.Of(target, mix.Memory);
        _mix = mix;
        _kinds =
        [
            .. mix.Queries.Select(
                (query, index) =>
                    new QueryKind(query, index, machine.Memory, PlanJudging.CachesOf(target), mix.SeesPhases)
            ),
        ];
        _machine = new SimulatedMachine(machine, mix.Seconds, solutionWork);
        _placer = new ThreadPlacer(machine);
        _free = PoolShares.Free(machine);
        _governor = program is null ? null : new SimulatedGovernor(program, machine, mix.IgnoresMasks);
        _arrivals = new Arrivals(_kinds);
        _tally = new RunTally(_kinds.Length);
    }

    /// <summary>Plays it.</summary>
    /// <param name="mix">The mix; it fits the target.</param>
    /// <param name="target">The target.</param>
    /// <param name="program">The policy, compiled for it; null for a server without a governor.</param>
    /// <param name="progress">Told now and then how many seconds have passed.</param>
    /// <param name="mostWork">After so much it ends, and says so.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <param name="solutionWork">Of that, what finding hit ratios may take.</param>
    public static RunOutcome Play(
        Mix mix,
        TargetProfile target,
        PolicyProgram? program,
        Action<double>? progress,
        long mostWork,
        CancellationToken cancellationToken,
        double solutionWork = SolutionBudget.Usual
    )
    {
        var run = new SimulationRun(mix, target, program, solutionWork);
        while (run._now < mix.Seconds && run.Work < mostWork && run.Step())
        {
            if (run._events % 256 == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
                progress?.Invoke(run._now);
            }
        }

        run._isCut = run.Work >= mostWork && run._now < mix.Seconds;
        return run.Outcome();
    }

    private long Work => _work + (_machine.Work / WorkOfItems);

    private RunOutcome Outcome()
    {
        foreach (var execution in _running.Concat(_waiting))
            _tally.Leave(execution.Kind, 1, _now - execution.Started);
        foreach (var kind in _kinds)
            _tally.Leave(kind, kind.Lost, (kind.Lost * _now) - kind.LostTimes);
        return new(_now, _events, _isCut, _arrivals.Lost, _tally.Outcomes(_kinds, _now), [.. _governor?.Maps ?? []]);
    }

    /// <summary>Goes to the next event.</summary>
    /// <returns>False where nothing happens any more.</returns>
    private bool Step()
    {
        var next = Math.Min(_arrivals.Next, _now + SoonestEnd());
        if (double.IsPositiveInfinity(next) && _waiting.Count == 0)
            return false;
        next = Math.Min(next, _machine.NextSolution(_now));
        PassTo(Math.Min(_mix.Seconds, Math.Min(next, _nextPoll)));
        if (_now >= _mix.Seconds)
            return true;
        _events++;
        _work += _running.Count + 1;
        Turn();
        Begin();
        if (_now >= _nextPoll - Together)
            Poll();
        _placer.Balance(_running, StandingOf, _now);
        _machine.Solve(_running, StandingOf, _now);
        return true;
    }

    private double SoonestEnd()
    {
        var soonest = double.PositiveInfinity;
        foreach (var execution in _running)
            soonest = Math.Min(soonest, execution.Left);
        return soonest;
    }

    private void PassTo(double moment)
    {
        var seconds = Math.Max(0, moment - _now);
        foreach (var execution in _running)
        {
            _tally.Pass(execution, Math.Min(seconds, execution.Left));
            execution.Pass(seconds);
        }

        _now = Math.Max(_now, moment);
    }

    /// <summary>Phases that are done give way to the next, executions that are done end.</summary>
    private void Turn()
    {
        for (var index = _running.Count - 1; index >= 0; index--)
        {
            var execution = _running[index];
            if (execution.Left > Together || execution.Advance())
                continue;
            _running.RemoveAt(index);
            _placer.Leave(execution);
            _tally.End(execution, _now);
            _arrivals.End(execution.Backend, _now);
        }
    }

    private void Begin()
    {
        foreach (var execution in _arrivals.Take(_now + Together))
            _waiting.Add(execution);
        if (_waiting.Count == 0)
            return;
        foreach (var execution in MayBegin().ToList())
        {
            _waiting.Remove(execution);
            _placer.Place(execution, StandingOf(execution));
            _running.Add(execution);
        }
    }

    private IEnumerable<Execution> MayBegin()
    {
        if (_mix.Slots is not { } slots)
            return _waiting;
        if (_running.Count >= slots)
            return [];
        if (_governor is null)
            return _waiting.Take(slots - _running.Count);
        Poll();
        return _governor.Admit(_waiting, _now).Take(slots - _running.Count);
    }

    private void Poll()
    {
        if (_governor is { } governor)
        {
            var working = _running.Select(each => each.Backend.ProcessId).ToHashSet();
            var idle = _arrivals.Backends.Where(each => !working.Contains(each.ProcessId)).ToList();
            governor.Poll(_now, _running, idle, _machine.Pressure, _tally);
            foreach (var execution in _running)
                _placer.Place(execution, StandingOf(execution));
        }

        var late = EvenSpread.At(++_polls) - 0.5;
        _nextPoll = _now + (_mix.PollSeconds * (1 + (PollSpread * late)));
        _work += PollWork;
    }

    private PoolShares StandingOf(Execution execution) => _governor?.StandingOf(execution.Backend) ?? _free;
}
