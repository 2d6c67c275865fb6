using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>Lets each query run alone with 1 way, 2 ways and so on.</summary>
internal static class MissCurves
{
    /// <summary>The curves of those that read structures at all.</summary>
    public static ImmutableArray<MissCurve> Of(Mix mix, TargetProfile target)
    {
        var machine = MachineModel.Of(target, mix.Memory);
        return
        [
            .. mix
                .Queries.Where(query => query.Phases.Any(phase => phase.Structures.Length > 0))
                .Select(query => new MissCurve(query.Name, Curve(query, machine))),
        ];
    }

    private static ImmutableArray<double> Curve(MixQuery query, MachineModel machine)
    {
        var loads = query
            .Phases.Select(phase => PhaseLoad.Of(phase, machine.Memory))
            .Where(load => load.Accesses > 0)
            .ToList();
        var all = loads.Sum(load => load.Accesses);
        var domain = machine.Domains[query.Domain ?? 0];
        return
        [
            .. Enumerable
                .Range(1, domain.Ways)
                .Select(ways => all > 0 ? loads.Sum(load => Misses(load, query, domain, ways, machine)) / all : 0),
        ];
    }

    private static double Misses(PhaseLoad load, MixQuery query, DomainModel domain, int ways, MachineModel machine)
    {
        var threads = Math.Min(query.Dop, domain.Cpus);
        var mask = domain.FullMask >> (domain.Ways - ways);
        var group = new LoadGroup(load, domain, mask, Share.All, threads, domain.AllCpus) { Count = 1 };
        new SocketSolver([domain], machine.Memory).Solve([group]);
        return load.Buckets.Zip(group.Hits, (bucket, hits) => bucket.Accesses * (1 - hits)).Sum();
    }
}
