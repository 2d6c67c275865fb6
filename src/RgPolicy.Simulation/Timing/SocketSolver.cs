using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>
/// How fast everything on one socket runs: hit ratios depend on rates, rates on hit ratios and on the wait at the
/// memory. Both are brought together step by step, each time half the way, in the domains whose budget allows that;
/// in the others hit ratios stay.
/// </summary>
internal sealed class SocketSolver
{
    private const int MostSteps = 60;

    /// <summary>Hit ratios that are so near to where their rates lead are found.</summary>
    public const double Enough = 5e-4;

    private const double Step = 0.6;

    private readonly MemoryModel _memory;
    private readonly Dictionary<int, DomainSolver> _solvers;

    /// <param name="domains">The socket's last-level caches.</param>
    /// <param name="memory">The memory.</param>
    /// <param name="budgetOf">What finding hit ratios may cost; null for whatever it takes.</param>
    public SocketSolver(IEnumerable<DomainModel> domains, MemoryModel memory, Func<SolutionBudget>? budgetOf = null)
    {
        _memory = memory;
        _solvers = domains.ToDictionary(
            domain => domain.Id,
            domain => new DomainSolver(domain, budgetOf?.Invoke() ?? SolutionBudget.Unlimited)
        );
    }

    /// <summary>The part of the memory's bandwidth that is used.</summary>
    public double Use { get; private set; }

    /// <summary>What it has cost so far: items, times masks, times steps.</summary>
    public long Work => _solvers.Values.Sum(solver => solver.Work);

    /// <summary>When old hit ratios may be found anew; infinite where none are old.</summary>
    public double Next => _solvers.Values.Min(solver => solver.Next);

    /// <summary>Sets rates and hit ratios of all groups.</summary>
    /// <param name="groups">All that runs on the socket.</param>
    /// <param name="now">Seconds that were played.</param>
    public void Solve(LoadGroup[] groups, double now = 0)
    {
        var domains = groups.GroupBy(group => group.Domain.Id).ToDictionary(each => each.Key, each => each.ToArray());
        foreach (var (id, solver) in _solvers)
            solver.Begin(domains.GetValueOrDefault(id) ?? [], _memory, now);

        for (var step = 0; step < MostSteps; step++)
        {
            foreach (var group in groups)
                group.Measure(_memory);
            Use = BandwidthModel.Solve(groups, _memory, Use);
            var farthest = 0.0;
            foreach (var (id, inside) in domains)
                farthest = Math.Max(farthest, _solvers[id].Step(inside, Step));
            if (farthest < Enough)
                break;
        }

        foreach (var (id, solver) in _solvers)
            solver.End(domains.GetValueOrDefault(id) ?? [], now);
    }
}
