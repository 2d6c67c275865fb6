using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Simulation.Running;

/// <summary>The governor of the service on simulated time. What it decides is in force at once.</summary>
internal sealed class SimulatedGovernor
{
    // When the simulation begins, for windows and ages.
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private const double RecentSeconds = 3;
    private const int MostMaps = 2000;

    private readonly Governor _governor;
    private readonly MachineModel _machine;
    private readonly bool _ignoresMasks;
    private readonly List<MaskMap> _maps = [];
    private Dictionary<int, PoolShares> _shares = [];
    private PolicyProgram? _described;

    public SimulatedGovernor(PolicyProgram program, MachineModel machine, bool ignoresMasks)
    {
        (_governor, _machine) = (new Governor(program, new GovernorOptions()), machine);
        _ignoresMasks = ignoresMasks;
        Describe(0);
    }

    /// <summary>The masks of the pools, from each moment at which they changed on.</summary>
    public IReadOnlyList<MaskMap> Maps => _maps;

    /// <summary>What a backend may use.</summary>
    public PoolShares StandingOf(Backend backend) => _shares[_shares.ContainsKey(backend.Pool) ? backend.Pool : 0];

    /// <summary>Lets the governor look.</summary>
    public void Poll(
        double now,
        IReadOnlyCollection<Execution> running,
        IEnumerable<Backend> idle,
        HostPressure pressure,
        RunTally tally
    )
    {
        var executions = running.OrderBy(each => each.Backend.ProcessId).ToList();
        var observation = new Observation(
            Begin + TimeSpan.FromSeconds(now),
            [.. executions.Select(each => Show(each, tally))]
        )
        {
            Figures = [.. executions.Select(FiguresOf)],
            RecentlyIdle = [.. idle.Where(each => now - each.IdleSince < RecentSeconds).Select(each => each.ProcessId)],
            Pressure = pressure,
        };
        var backends = executions
            .Select(each => each.Backend)
            .Concat(idle)
            .DistinctBy(each => each.ProcessId)
            .ToDictionary(each => each.ProcessId);
        foreach (var move in _governor.Decide(observation).Moves)
        {
            if (backends.TryGetValue(move.ProcessId, out var backend))
                backend.Pool = move.PoolNumber;
            _governor.Report(move, done: true, vanished: false, "");
        }

        Describe(now);
        foreach (var execution in executions)
            Tell(execution, tally);
    }

    /// <summary>Who of those that wait may begin, the first before the others.</summary>
    public IReadOnlyList<Execution> Admit(IReadOnlyList<Execution> waiting, double now)
    {
        var byId = waiting.ToDictionary(each => $"{each.Backend.ProcessId:D9}", StringComparer.Ordinal);
        var advice = _governor.Admit([.. byId.Select(each => Ask(each.Key, each.Value, now))]);
        return advice is null ? waiting : [.. advice.Admissions.Select(each => byId[each.Query.Id])];
    }

    private static CoRunQuery Ask(string id, Execution execution, double now)
    {
        var locality = execution.Kind.Plans[0].Profile?.Locality ?? PlanLocality.Strong;
        return new CoRunQuery(
            id,
            execution.Kind.Query.Name,
            locality,
            execution.Kind.TableBytes,
            TimeSpan.FromSeconds(now - execution.Started)
        );
    }

    private static ObservedQuery Show(Execution execution, RunTally tally)
    {
        if (execution.Shown is { } shown && shown.Phase == execution.Phase)
            return shown.Query;
        var (plan, phase) = (execution.Kind.Plans[execution.Phase], execution.Kind.Phases[execution.Phase]);
        var query = execution.Shown is { } before
            ? ReferenceEquals(before.Query.Plan, plan) && before.Query.Phase == phase
                ? before.Query
                : before.Query with
                {
                    Plan = plan,
                    Phase = phase,
                }
            : new ObservedQuery
            {
                ProcessId = execution.Backend.ProcessId,
                Started = Begin + TimeSpan.FromSeconds(execution.Started),
                Session = execution.Backend.Session,
                Statement = execution.Kind.Statement,
                Plan = plan,
                Phase = phase,
                History = tally.HistoryOf(execution.Kind),
            };
        execution.Shown = (query, execution.Phase);
        return query;
    }

    private static RequestFigures FiguresOf(Execution execution) =>
        new(TimeSpan.FromSeconds(execution.Used), 0, 0, 0, execution.Kind.Query.Dop - 1);

    private void Tell(Execution execution, RunTally tally)
    {
        if (_governor.Find(execution.Backend.ProcessId) is { } query)
        {
            var (program, index) = (_governor.Program, query.Decision.ClassIndex);
            var pool =
                execution.Backend.Pool != 0 ? NameOf(execution.Backend.Pool, program)
                : program.PoolOf(index).Throttles ? ""
                : program.PoolOf(index).Pool.Name;
            tally.Classed(execution.Kind, program.Policy.Classes[index].Name, pool);
        }
    }

    /// <summary>The name of a pool; of a part, that of its pool.</summary>
    private static string NameOf(int number, PolicyProgram program) =>
        program.ThrottlingPools.FirstOrDefault(pool => pool.Number == number) switch
        {
            null => "",
            { PartOf: not null } part => program.Pools[part.Pool.Index].Pool.Name,
            var pool => pool.Pool.Name,
        };

    private void Describe(double now)
    {
        var program = _governor.Program;
        if (ReferenceEquals(program, _described))
            return;
        _described = program;
        var before = _shares;
        _shares = program.ThrottlingPools.ToDictionary(
            pool => pool.Number,
            pool => Same(before, pool.Number, Stand(pool))
        );
        var protectedPool = program.Pools.FirstOrDefault(pool => pool.Number == 0)?.Pool.Name ?? "";
        _shares[0] = Same(before, 0, PoolShares.Free(_machine) with { Name = protectedPool });
        if (_maps.Count < MostMaps)
            _maps.Add(new MaskMap(now, [.. _shares.Values.Select(each => new PoolMask(each.Name, each.Masks))]));
    }

    private PoolShares Stand(PoolAllotment pool)
    {
        var shares = PoolShares.Of(pool, _machine);
        return _ignoresMasks ? shares with { Masks = PoolShares.Free(_machine).Masks } : shares;
    }

    // What is the same stays the same, so that nothing is solved again for it.
    private static PoolShares Same(Dictionary<int, PoolShares> before, int number, PoolShares now) =>
        before.TryGetValue(number, out var old)
        && old.Name == now.Name
        && old.Share == now.Share
        && old.Masks.SequenceEqual(now.Masks)
        && old.Cpus.SequenceEqual(now.Cpus)
            ? old
            : now;
}
