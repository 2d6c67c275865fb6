using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Scheduling;

/// <summary>Policies with slots, and queries that claim them.</summary>
internal static class SlotScene
{
    public const string Reports = """
        language 1
        pool critical { cpu weight 1000 }
        pool reporting { cpu weight 400  slots 2, wait 30 s }
        class oltp -> critical when plan.shape = oltp
        default -> reporting
        """;

    public const string One = """
        language 1
        pool all { slots 1 }
        default -> all
        """;

    public static Scene Of(string text, TargetProfile? target = null) =>
        new(PolicyText.Compile(text, target).Policy, target);

    public static ObservedQuery Join(int processId, double startedAt, params int[] workers) =>
        Query(processId, Of(PlanLocality.Moderate, 8 << 20), startedAt, workers);

    public static PlanFacts Of(PlanLocality locality, long bytes) =>
        PlanFacts.Known(
            new PlanProfile
            {
                Shape = PlanShape.Join,
                Locality = locality,
                WorkingSetBytes = new Figure(bytes, Provenance.Estimate),
            },
            "test"
        );

    public static int[] Waiting(Scene scene) =>
        [.. scene.Governor.Queries.Where(each => each.SlotWait is not null).Select(each => each.Query.ProcessId)];
}
