using RgPolicy.Engine.Observe;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>How fast executions run where they are.</summary>
internal sealed class SimulatedMachine
{
    // Speeds are found anew at each event until that has cost so many groups, and some for each time. From then on they
    // are found at moments of their own, never because something begins: what begins and ends between two has to be met
    // as often as it runs.
    private const double MostGroups = 5e4;
    private const double SolutionOverhead = 10;
    private const double LeastPatience = 0.02;
    private const double MostSolutions = 20_000;

    // Parts of the budget, so that one domain leaves the others theirs; on machines with more they come to more.
    private const int MostShares = 8;

    private readonly MachineModel _machine;
    private readonly SocketSolver[] _solvers;
    private readonly Dictionary<
        (int Kind, int Phase, int Domain, double Threads, PoolShares PoolShares),
        LoadGroup
    > _groups = [];
    private readonly List<LoadGroup> _present = [];
    private readonly LoadGroup[][] _solved;
    private readonly Dictionary<(int Kind, int Phase), LoadGroup> _alike = [];
    private readonly double _patience;
    private double _solvedAt = double.NegativeInfinity;
    private double _groupsSolved;
    private int _solutions;
    private bool _isBehind;

    /// <param name="machine">The machine.</param>
    /// <param name="seconds">How long the mix is played.</param>
    /// <param name="solutionWork">What finding hit ratios may cost.</param>
    public SimulatedMachine(MachineModel machine, double seconds, double solutionWork)
    {
        _machine = machine;
        _patience = Math.Max(LeastPatience, seconds / MostSolutions);
        _solved = [.. Enumerable.Range(0, machine.Sockets).Select(_ => Array.Empty<LoadGroup>())];
        var share = solutionWork / Math.Min(machine.Domains.Length, MostShares);
        _solvers =
        [
            .. Enumerable
                .Range(0, machine.Sockets)
                .Select(socket => new SocketSolver(
                    machine.Domains.Where(domain => domain.Socket == socket),
                    machine.Memory,
                    () => new SolutionBudget(seconds, share)
                )),
        ];
    }

    /// <summary>The highest use of a socket's memory bandwidth, as a part.</summary>
    public double BandwidthUse => _solvers.Max(solver => solver.Use);

    /// <summary>The part of all threads' time for which they wait for a CPU, and the CPUs that they leave idle.</summary>
    public HostPressure Pressure
    {
        get
        {
            var (running, all) = (0.0, 0.0);
            foreach (var group in _solved.SelectMany(each => each))
            {
                all += group.Threads * group.SolvedCount;
                running += group.Threads * group.SolvedCount * group.CpuPart;
            }

            var cpus = _machine.Domains.Sum(domain => domain.Cores);
            return new HostPressure(all > 0 ? 100 * (all - running) / all : 0, 0, 0)
            {
                Processors = new HostProcessors(cpus, Math.Max(0, cpus - running), 0),
            };
        }
    }

    /// <summary>What finding speeds has cost so far.</summary>
    public long Work => _solvers.Sum(solver => solver.Work);

    /// <summary>When speeds have to be found anew although nothing happens: because they were left as they were a
    /// moment ago, or hit ratios were.</summary>
    /// <param name="now">Seconds that were played; it is later than that.</param>
    public double NextSolution(double now)
    {
        var next = _solvers.Min(solver => solver.Next);
        return _isBehind ? Due
            : double.IsFinite(next) ? Math.Max(Math.Max(next, Due), now + _patience)
            : double.PositiveInfinity;
    }

    // Half to one and a half times the patience.
    private double Due => _solvedAt + (_patience * (0.5 + EvenSpread.At(_solutions)));

    private bool IsExact => _groupsSolved <= MostGroups;

    /// <summary>Sets the speed of every execution, where anything has changed.</summary>
    public void Solve(IReadOnlyCollection<Execution> executions, Func<Execution, PoolShares> standingOf, double now)
    {
        foreach (var group in _present)
            group.Count = 0;
        _present.Clear();
        foreach (var execution in executions)
            Join(execution, standingOf(execution));

        // Moments at which nothing had changed are past: the next is not put off until something begins.
        while (!IsExact && !_isBehind && Due < now)
            (_solvedAt, _solutions) = (Due, _solutions + 1);
        if (now >= Due || IsExact || _present.Exists(group => !group.HasSpeed))
            SolveAll(now);
        else
            _isBehind |= !IsAsSolved();

        foreach (var execution in executions)
            execution.SumSpeed();
        Forget();
    }

    private void SolveAll(double now)
    {
        for (var socket = 0; socket < _solvers.Length; socket++)
            SolveSocket(socket, now);
        (_solvedAt, _isBehind, _solutions) = (now, false, _solutions + 1);
    }

    private void Join(Execution execution, PoolShares shares)
    {
        if (!execution.IsIn(shares))
            execution.Enter(shares, GroupsOf(execution, shares));
        foreach (var group in execution.Groups)
        {
            if (group.Count++ == 0)
                _present.Add(group);
        }
    }

    private LoadGroup[] GroupsOf(Execution execution, PoolShares shares)
    {
        var (domains, threads) = (execution.Places.Domains, execution.Places.Threads);
        return [.. domains.Select((place, index) => GroupOf(execution, place, threads[index], shares))];
    }

    private LoadGroup GroupOf(Execution execution, int place, double threads, PoolShares shares)
    {
        var key = (execution.Kind.Index, execution.Phase, place, threads, shares);
        if (!_groups.TryGetValue(key, out var group))
        {
            group = new LoadGroup(
                execution.Load,
                _machine.Domains[place],
                shares.Masks[place],
                shares.Share,
                threads,
                shares.Cpus[place]
            );
            if (_alike.TryGetValue((key.Index, key.Phase), out var alike))
            {
                alike.Hits.CopyTo(group.Hits, 0);
                group.HasGuess = alike.AreHitsFound || alike.HasGuess;
            }

            _alike[(key.Index, key.Phase)] = group;
            _groups.Add(key, group);
        }

        return group;
    }

    private bool IsAsSolved() => _present.Count == _solved.Sum(each => each.Length) && _present.TrueForAll(IsAsSolved);

    private static bool IsAsSolved(LoadGroup group) => group.SolvedCount == group.Count;

    private void SolveSocket(int socket, double now)
    {
        var inside = _present.FindAll(group => group.Domain.Socket == socket);
        if (
            inside.Count == _solved[socket].Length
            && inside.TrueForAll(IsAsSolved)
            && double.IsPositiveInfinity(_solvers[socket].Next)
        )
            return;
        foreach (var group in _solved[socket])
            group.SolvedCount = 0;
        foreach (var group in inside)
            (group.SolvedCount, group.HasSpeed) = (group.Count, true);
        _solved[socket] = [.. inside];
        _groupsSolved += inside.Count + SolutionOverhead;
        _solvers[socket].Solve(_solved[socket], now);
    }

    private void Forget()
    {
        const int Most = 4096;
        if (_groups.Count <= Most)
            return;
        foreach (var key in _groups.Where(each => each.Value.Count == 0).Select(each => each.Key).ToList())
            _groups.Remove(key);
    }
}
