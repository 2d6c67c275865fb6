using System.Collections.Immutable;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>Where executions run, and how fast.</summary>
internal sealed class SimulatedMachine
{
    private readonly MachineModel _machine;
    private readonly SocketSolver[] _solvers;
    private readonly Dictionary<
        (int Kind, int Phase, int Domain, double Threads, Standing Standing),
        LoadGroup
    > _groups = [];
    private readonly List<LoadGroup> _present = [];
    private readonly LoadGroup[][] _solved;
    private readonly bool[] _areHitsOld;
    private readonly Dictionary<(int Kind, int Phase), LoadGroup> _alike = [];
    private readonly double[] _threads;
    private readonly SolutionBudget _budget;

    /// <param name="machine">The machine.</param>
    /// <param name="budget">What finding hit ratios may cost.</param>
    public SimulatedMachine(MachineModel machine, SolutionBudget budget)
    {
        (_machine, _budget) = (machine, budget);
        _threads = new double[machine.Domains.Length];
        _areHitsOld = new bool[machine.Sockets];
        _solved = [.. Enumerable.Range(0, machine.Sockets).Select(_ => Array.Empty<LoadGroup>())];
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
            foreach (var group in _solved.SelectMany(each => each))
            {
                all += group.Threads * group.SolvedCount;
                waiting += group.Threads * group.SolvedCount * (1 - group.CpuPart);
            }

            return all > 0 ? waiting / all : 0;
        }
    }

    /// <summary>
    /// Gives threads their domains: those with the fewest threads on each core, as many as there are cores for all of
    /// them, as a scheduler does that leaves hyper-threads idle while there are idle cores. A query that is bound to a
    /// domain is there, unless its pool has no CPU of it.
    /// </summary>
    public void Place(Execution execution, Standing standing)
    {
        if (execution.Places.IsFor(standing.Cpus))
            return;

        Leave(execution);
        var places = Choose(execution.Kind.Query, standing);
        var cores = places.Sum(place => (double)standing.Cpus[place].Cores);
        execution.Places = new ThreadPlaces(
            places,
            [.. places.Select(place => execution.Kind.Query.Dop * standing.Cpus[place].Cores / cores)],
            standing.Cpus
        );
        Count(execution, 1);
    }

    /// <summary>Takes its threads away.</summary>
    public void Leave(Execution execution)
    {
        Count(execution, -1);
        execution.Places = ThreadPlaces.None;
    }

    private ImmutableArray<int> Choose(MixQuery query, Standing standing)
    {
        if (query.Domain is { } bound && standing.Cpus[bound].Count > 0)
            return [bound];
        var (chosen, cores) = (ImmutableArray.CreateBuilder<int>(), 0);
        foreach (
            var place in Enumerable
                .Range(0, _machine.Domains.Length)
                .Where(place => standing.Cpus[place].Count > 0)
                .OrderBy(place => _threads[place] / _machine.Domains[place].Cores)
        )
        {
            chosen.Add(place);
            cores += standing.Cpus[place].Cores;
            if (cores >= query.Dop)
                break;
        }

        chosen.Sort();
        return chosen.ToImmutable();
    }

    private void Count(Execution execution, int sign)
    {
        var (domains, threads) = (execution.Places.Domains, execution.Places.Threads);
        for (var index = 0; index < domains.Length; index++)
            _threads[domains[index]] += sign * threads[index];
    }

    /// <summary>When hit ratios are found anew that are those of an earlier mix; infinite where none are.</summary>
    public double NextSolution(double now) =>
        Array.Exists(_areHitsOld, isOld => isOld) ? _budget.Next(now) : double.PositiveInfinity;

    /// <summary>What finding speeds has cost so far.</summary>
    public long Work => _solvers.Sum(solver => solver.Work);

    /// <summary>Sets the speed of every execution, where anything has changed.</summary>
    public void Solve(IReadOnlyCollection<Execution> executions, Func<Execution, Standing> standingOf, double now)
    {
        foreach (var group in _present)
            group.Count = 0;
        _present.Clear();
        foreach (var execution in executions)
            Join(execution, standingOf(execution));

        var isNew = _present.Exists(group => group.SolvedCount < 0);
        if (_budget.IsDue(now, isNew))
            SolveAll(now, _budget.MaySolve(now, isNew));

        foreach (var execution in executions)
            execution.SumSpeed();
        Forget();
    }

    private void SolveAll(double now, bool withHits)
    {
        var before = Work;
        for (var socket = 0; socket < _solvers.Length; socket++)
            SolveSocket(socket, withHits);
        _budget.Spend(Work - before, now);
    }

    private void Join(Execution execution, Standing standing)
    {
        if (!execution.IsIn(standing))
            execution.Enter(standing, GroupsOf(execution, standing));
        foreach (var group in execution.Groups)
        {
            if (group.Count++ == 0)
                _present.Add(group);
        }
    }

    private LoadGroup[] GroupsOf(Execution execution, Standing standing)
    {
        var (domains, threads) = (execution.Places.Domains, execution.Places.Threads);
        return [.. domains.Select((place, index) => GroupOf(execution, place, threads[index], standing))];
    }

    private LoadGroup GroupOf(Execution execution, int place, double threads, Standing standing)
    {
        var key = (execution.Kind.Index, execution.Phase, place, threads, standing);
        if (!_groups.TryGetValue(key, out var group))
        {
            group = new LoadGroup(
                execution.Load,
                _machine.Domains[place],
                standing.Masks[place],
                standing.Share,
                threads,
                standing.Cpus[place]
            );
            if (_alike.TryGetValue((key.Index, key.Phase), out var alike))
                alike.Hits.CopyTo(group.Hits, 0);
            _alike[(key.Index, key.Phase)] = group;
            _groups.Add(key, group);
        }

        return group;
    }

    private void SolveSocket(int socket, bool withHits)
    {
        var inside = _present.FindAll(group => group.Domain.Socket == socket);
        var isSame =
            inside.Count == _solved[socket].Length && inside.TrueForAll(group => group.SolvedCount == group.Count);
        if (isSame && !(withHits && _areHitsOld[socket]))
            return;
        _areHitsOld[socket] = !withHits;
        foreach (var group in _solved[socket])
            group.SolvedCount = 0;
        foreach (var group in inside)
            group.SolvedCount = group.Count;
        _solved[socket] = [.. inside];
        if (withHits)
            _solvers[socket].Solve(_solved[socket]);
        else
            _solvers[socket].Balance(_solved[socket]);
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
