using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Running;

/// <summary>Whether a mix fits a target.</summary>
internal static class MixFit
{
    /// <summary>What does not fit and what to do; null where all does.</summary>
    public static string? Problem(Mix mix, TargetProfile target)
    {
        var machine = MachineModel.Of(target, mix.Memory);
        var bound = mix.Queries.FirstOrDefault(query => query.Domain >= machine.Domains.Length);
        if (bound is not null)
            return $"query `{bound.Name}` is bound to last-level cache {bound.Domain}, and {target.Name} has "
                + $"{machine.Domains.Length}, counted from 0";
        var threads = mix.Queries.FirstOrDefault(query => query.Dop > Room(query, machine));
        return threads is null
            ? null
            : $"query `{threads.Name}` has {threads.Dop} threads, and there are {Room(threads, machine)} logical CPUs "
                + $"where it may run on {target.Name}: lower `dop`";
    }

    private static int Room(MixQuery query, MachineModel machine) =>
        query.Domain is { } only ? machine.Domains[only].Cpus : machine.Domains.Sum(domain => domain.Cpus);
}
