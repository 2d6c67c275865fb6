using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Model;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>A query goes on from one work to another.</summary>
public sealed class GovernorPhaseTests
{
    private static readonly ObservedQuery Build = Query(10, PlanFacts.Absent("a build has no plan"), 0, 11) with
    {
        Statement = new StatementFacts(StatementKind.IndexBuild, "f", "create index", false),
    };

    [Fact]
    public void Decide_PhaseChanges_IsClassedAnewAndMovedWithItsWorkers()
    {
        var scene = new Scene(Phases().Build());

        Assert.Empty(scene.Turn(1, Build).Moves);
        var (polluters, reporting) = (scene.NumberOf("polluters"), scene.NumberOf("reporting"));
        Assert.Equal([(10, polluters), (11, polluters)], Moves(scene, 2, PlanShape.Scan));
        Assert.Equal([(10, reporting), (11, reporting)], Moves(scene, 3, PlanShape.Sort));
        Assert.Equal([(10, 0), (11, 0)], Moves(scene, 4, PlanShape.Write));
    }

    [Fact]
    public void Decide_PhaseThatIsNotTold_IsAbsentAndTheDecisionIsFinal()
    {
        var scene = new Scene(Phases().Build());

        scene.Turn(1, Build);

        var query = Assert.Single(scene.Governor.Queries);
        Assert.False(query.Decision.IsProvisional);
        var unknown = Assert.Single(scene.Governor.Explain(10)!.UnknownSignals);
        Assert.Equal(("plan.phase", false), (unknown.Name, unknown.IsPending));
    }

    [Fact]
    public void Decide_StepOfARuleAsksThePhase_HoldsWhileItLasts()
    {
        var builder = Htap();
        var scene = new Scene(
            builder
                .Rule(
                    "sorts",
                    "default",
                    null,
                    (Is("plan.phase", "sort"), new RuleAction.MoveTo(builder.Find("polluters")))
                )
                .Build()
        );
        scene.Turn(1, Build);

        var polluters = scene.NumberOf("polluters");
        Assert.Equal([(10, polluters), (11, polluters)], Moves(scene, 2, PlanShape.Sort));
        Assert.Contains((10, scene.NumberOf("reporting")), Moves(scene, 3, PlanShape.Write));
    }

    private static PolicyBuilder Phases() =>
        new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("reporting", Weight(200))
            .Pool("polluters", Weight(100))
            .Class("reading", "polluters", Is("plan.phase", "scan"))
            .Class("sorting", "reporting", Is("plan.phase", "sort"))
            .Default("critical");

    private static List<(int, int)> Moves(Scene scene, double seconds, PlanShape phase) =>
        [.. scene.Turn(seconds, Build with { Phase = phase }).Moves.Select(move => (move.ProcessId, move.PoolNumber))];
}
