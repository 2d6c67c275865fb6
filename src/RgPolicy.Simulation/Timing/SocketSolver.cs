using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>
/// How fast everything on one socket runs: hit ratios depend on rates, rates on hit ratios and on the wait at the
/// memory. Both are
/// brought together step by step, each time half the way.
/// </summary>
internal sealed class SocketSolver
{
    private const int MostSteps = 60;

    /// <summary>Hit ratios that are so near to where their rates lead are found.</summary>
    public const double Enough = 5e-4;

    private const double Step = 0.6;

    private readonly MemoryModel _memory;
    private readonly Dictionary<int, DomainSolver> _solvers;

    public SocketSolver(IEnumerable<DomainModel> domains, MemoryModel memory)
    {
        _memory = memory;
        _solvers = domains.ToDictionary(domain => domain.Id, domain => new DomainSolver(domain));
    }

    /// <summary>The part of the memory's bandwidth that is used.</summary>
    public double Use { get; private set; }

    /// <summary>What it has cost so far: items, times masks, times steps.</summary>
    public long Work => _solvers.Values.Sum(solver => solver.Work);

    /// <summary>Sets rates and hit ratios of all groups.</summary>
    public void Solve(LoadGroup[] groups)
    {
        var domains = groups.GroupBy(group => group.Domain.Id).Select(each => each.ToArray()).ToArray();
        foreach (var inside in domains)
            CpuShares.Divide(inside, inside[0].Domain, _memory);

        for (var step = 0; step < MostSteps; step++)
        {
            foreach (var group in groups)
                group.Measure(_memory);
            Use = BandwidthModel.Solve(groups, _memory, Use);
            var farthest = 0.0;
            foreach (var inside in domains)
                farthest = Math.Max(farthest, _solvers[inside[0].Domain.Id].Step(inside, Step));
            if (farthest < Enough)
                break;
        }
    }

    /// <summary>Sets rates for hit ratios as they were found last: a small part of the work.</summary>
    public void Balance(LoadGroup[] groups)
    {
        foreach (var inside in groups.GroupBy(group => group.Domain.Id))
            CpuShares.Divide([.. inside], inside.First().Domain, _memory);
        foreach (var group in groups)
            group.Measure(_memory);
        Use = BandwidthModel.Solve(groups, _memory, Use);
    }
}
