using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;

namespace RgPolicy.Simulation.Mixes;

/// <summary>
/// A mix from what a server was seen to run. Each statement of each login becomes closed loops of as many clients as
/// ran it at a time (Little's law); what it touches is what its plan estimates.
/// </summary>
internal static class RecordedMix
{
    /// <summary>The statements that took longest; more would not change the picture.</summary>
    public const int MostQueries = 100;

    private const int MostClients = 50;
    private const double LongestSeconds = 60;

    // Sizes and rows are estimates of an optimiser, and processor time was measured beside others.
    private const double Uncertainty = 0.3;

    /// <summary>The mix; null where nothing was seen that has lasted.</summary>
    /// <param name="workload">What was seen.</param>
    /// <param name="cpus">Logical CPUs of the target: no statement has more threads.</param>
    public static Mix? Of(Workload workload, int cpus)
    {
        var recorded = workload.Recorded.TotalSeconds;
        ImmutableArray<MixQuery> queries =
            recorded <= 0
                ? []
                :
                [
                    .. workload
                        .Groups.Where(group => group.Seconds > 0)
                        .Take(MostQueries)
                        .Select((group, index) => QueryOf(group, index + 1, recorded, cpus)),
                ];
        return queries.IsEmpty
            ? null
            : new Mix
            {
                Seconds = Math.Min(LongestSeconds, recorded),
                Uncertainty = Uncertainty,
                Queries = queries,
            };
    }

    /// <summary>What of a recording the mix leaves out, each a sentence.</summary>
    public static IEnumerable<string> LeftOut(Workload workload)
    {
        var recorded = workload.Recorded.TotalSeconds;
        if (recorded <= 0)
            yield break;
        var lasting = workload.Groups.Count(group => group.Seconds > 0);
        if (lasting > MostQueries)
            yield return $"The mix has the {MostQueries} of {lasting} statements that took longest.";
        if (
            workload.Groups.Take(MostQueries).Count(group => group.Seconds > MostClients * recorded) is > 0 and var wide
        )
            yield return $"Statements of which more than {MostClients} ran at a time: {wide}; the mix has {MostClients} clients of each.";
        if (recorded > LongestSeconds)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{recorded:0} s were recorded; {LongestSeconds:0} s of such work are simulated."
            );
    }

    private static MixQuery QueryOf(StatementGroup group, int number, double recorded, int cpus)
    {
        var plan = group.Plan.Profile;
        var shape = plan?.Shape ?? PlanShape.Unknown;
        var dop = (int)Math.Clamp((double)(plan?.Dop.Value ?? 1), 1, cpus);
        var mean = group.Seconds / group.Executions;
        var clients = (int)Math.Clamp(Math.Ceiling(group.Seconds / recorded), 1, MostClients);
        return new MixQuery
        {
            Name = string.Create(
                CultureInfo.InvariantCulture,
                $"{number} {group.Session.Login} {PlanPhase.WordOf(shape)}"
            ),
            Session = group.Session,
            Kind = group.Statement?.Kind ?? StatementKind.Other,
            Shape = shape,
            Dop = dop,
            Clients = clients,
            ThinkSeconds = Math.Max(0, (clients * recorded / group.Executions) - mean),
            Phases = [PlanPhase.Of(plan, group.CpuSeconds / group.Executions ?? mean * dop)],
        };
    }
}
