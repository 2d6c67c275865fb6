using RgPolicy.Plans;

namespace RgPolicy.Simulation.Mixes;

/// <summary>A mix from plan documents: each statement is a closed loop of one client, what it touches is what its plan
/// tells, and its processor time is reckoned from rows and bytes.</summary>
internal static class PlannedMix
{
    /// <summary>More statements would not change the picture; the first ones count.</summary>
    public const int MostQueries = 100;

    // Estimates of an optimiser, and a processor time that was not measured.
    private const double Uncertainty = 0.5;

    /// <summary>The mix; null where no document has a statement with a plan.</summary>
    /// <param name="documents">What was read, each with the name that people know it by.</param>
    /// <param name="cpus">Logical CPUs of the target: no statement has more threads.</param>
    public static Mix? Of(IEnumerable<(string Name, PlanDocument Document)> documents, int cpus)
    {
        ImmutableArray<MixQuery> queries =
        [
            .. documents
                .SelectMany(each => each.Document.Statements.Where(one => one.HasPlan).Select(one => (each.Name, one)))
                .Take(MostQueries)
                .Select((each, index) => QueryOf(each.Name, each.one, index + 1, cpus)),
        ];
        return queries.IsEmpty ? null : new Mix { Uncertainty = Uncertainty, Queries = queries };
    }

    // Between two executions: a statement of a microsecond would else be run a million times a second.
    private const double Pause = 0.001;

    private static MixQuery QueryOf(string name, PlanStatement statement, int number, int cpus) =>
        new()
        {
            Name = string.Create(
                CultureInfo.InvariantCulture,
                $"{number} {name} {PlanPhase.WordOf(statement.Profile.Shape)}"
            ),
            Kind = statement.Kind,
            Shape = statement.Profile.Shape,
            Dop = (int)Math.Clamp((double)(statement.Profile.Dop.Value ?? 1), 1, cpus),
            ThinkSeconds = Pause,
            Phases = [PlanPhase.Reckoned(statement.Profile)],
        };
}
