using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>Where executions run, and how fast.</summary>
internal sealed class SimulatedMachine
{
    private readonly MachineModel _machine;
    private readonly SocketSolver[] _solvers;
    private readonly Dictionary<(int Kind, int Phase, int Domain, Standing Standing), LoadGroup> _groups = [];
    private readonly Dictionary<LoadGroup, int> _solved = [];
    private readonly double[] _threads;
    private readonly double _patience;
    private double _solvedAt = double.NegativeInfinity;

    /// <param name="machine">The machine.</param>
    /// <param name="patience">
    /// Seconds for which what ran before keeps its speed although others of its kind have come or gone, so that short
    /// executions by the thousand cost no more than long ones.
    /// </param>
    public SimulatedMachine(MachineModel machine, double patience)
    {
        (_machine, _patience) = (machine, patience);
        _threads = new double[machine.Domains.Length];
        _solvers =
        [
            .. Enumerable
                .Range(0, machine.Sockets)
                .Select(socket => new SocketSolver(
                    machine.Domains.Where(domain => domain.Socket == socket),
                    machine.Memory
                )),
        ];
    }

    /// <summary>The highest use of a socket's memory bandwidth, as a part.</summary>
    public double BandwidthUse => _solvers.Max(solver => solver.Use);

    /// <summary>The part of all threads' time for which they wait for a CPU.</summary>
    public double CpuPressure
    {
        get
        {
            var (waiting, all) = (0.0, 0.0);
            foreach (var (group, count) in _solved)
            {
                all += group.Threads * count;
                waiting += group.Threads * count * (1 - group.CpuPart);
            }

            return all > 0 ? waiting / all : 0;
        }
    }

    /// <summary>Gives threads their domains: those with the fewest threads on each CPU, as many as are
    /// needed.</summary>
    public void Place(Execution execution, Standing standing)
    {
        var bound = execution.Kind.Query.Domain;
        if (
            !execution.Domains.IsEmpty
            && (bound is not null || execution.Domains.All(place => standing.Cpus[place] > 0))
        )
            return;

        Leave(execution);
        var allowed = Enumerable
            .Range(0, _machine.Domains.Length)
            .Where(place => bound is { } only ? place == only : standing.Cpus[place] > 0);
        var free = allowed.OrderBy(place => _threads[place] / _machine.Domains[place].Cpus).ToList();
        var needed = Math.Clamp(
            Math.Ceiling(execution.Kind.Query.Dop / (double)_machine.Domains[free[0]].Cpus),
            1,
            free.Count
        );
        execution.Domains = [.. free.Take((int)needed).Order()];
        foreach (var place in execution.Domains)
            _threads[place] += ThreadsIn(execution);
    }

    /// <summary>Takes its threads away.</summary>
    public void Leave(Execution execution)
    {
        foreach (var place in execution.Domains)
            _threads[place] -= ThreadsIn(execution);
        execution.Domains = [];
    }

    /// <summary>Sets the speed of every execution, where anything has changed.</summary>
    /// <returns>False where all went on as before.</returns>
    public bool Solve(IReadOnlyCollection<Execution> executions, Func<Execution, Standing> standingOf, double now)
    {
        foreach (var group in _groups.Values)
            group.Count = 0;
        foreach (var execution in executions)
            Join(execution, standingOf(execution));

        var isAnew = false;
        if (now - _solvedAt >= _patience || _groups.Values.Any(group => group.Count > 0 && !_solved.ContainsKey(group)))
        {
            _solvedAt = now;
            for (var socket = 0; socket < _solvers.Length; socket++)
                isAnew |= SolveSocket(socket);
        }

        foreach (var execution in executions)
            execution.Speed = execution.Groups.Sum(group => group.Rate);
        Forget();
        return isAnew;
    }

    private void Join(Execution execution, Standing standing)
    {
        var groups =
            execution.Groups.Length == execution.Domains.Length
                ? execution.Groups
                : new LoadGroup[execution.Domains.Length];
        for (var index = 0; index < groups.Length; index++)
        {
            var place = execution.Domains[index];
            var key = (execution.Kind.Index, execution.Phase, place, standing);
            if (!_groups.TryGetValue(key, out var group))
            {
                var (domain, cpus) = (_machine.Domains[place], standing.Cpus[place]);
                group = new LoadGroup(
                    execution.Load,
                    domain,
                    standing.Masks[place],
                    standing.Share,
                    ThreadsIn(execution),
                    cpus > 0 ? cpus : domain.Cpus
                );
                _groups.Add(key, group);
            }

            group.Count++;
            groups[index] = group;
        }

        execution.Groups = groups;
    }

    private bool SolveSocket(int socket)
    {
        var inside = _groups.Values.Where(group => group.Domain.Socket == socket).ToList();
        if (inside.TrueForAll(group => _solved.GetValueOrDefault(group) == group.Count))
            return false;
        foreach (var group in inside)
            _solved[group] = group.Count;
        _solvers[socket].Solve(inside.FindAll(group => group.Count > 0));
        return true;
    }

    private void Forget()
    {
        const int Most = 4096;
        if (_groups.Count <= Most)
            return;
        foreach (var (key, group) in _groups.Where(each => each.Value.Count == 0).ToList())
        {
            _groups.Remove(key);
            _solved.Remove(group);
        }
    }

    private static double ThreadsIn(Execution execution) => (double)execution.Kind.Query.Dop / execution.Domains.Length;
}
