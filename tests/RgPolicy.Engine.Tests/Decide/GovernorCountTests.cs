using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorCountTests
{
    [Fact]
    public void ClassCounts_QuerySeenOften_CountsOnceWhenItsClassIsFinal()
    {
        var scene = new Scene();
        scene.Turn(1, Query(10, PlanFacts.Pending));
        Assert.Equal(0, CountOf(scene, "scan"));

        scene.Turn(1.1, Scan(10));
        scene.Turn(1.2, Scan(10), Query(11, Plan(PlanShape.Oltp)));

        Assert.Equal(1, CountOf(scene, "scan"));
        Assert.Equal(1, CountOf(scene, "oltp"));
    }

    [Fact]
    public void ClassCounts_PolicyReplaced_KeepsEarlierClasses()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));
        var other = new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("polluters", Weight(100))
            .Class("sweep", "polluters", Is("plan.shape", "scan"))
            .Default("critical");
        scene.Governor.Replace(PolicyProgram.Compile(other.Build(), TargetProfile.Generic));
        scene.Turn(2, Scan(10));

        Assert.Equal([("sweep", 1L), ("default", 0L)], scene.Governor.ClassCounts.Take(2));
        Assert.Equal(1, CountOf(scene, "scan"));
    }

    [Fact]
    public void Counters_QueriesThatEndEarly_AreTooShortOnlyWithoutAClass()
    {
        var scene = new Scene();
        scene.Turn(1);
        scene.Turn(1.1, Query(10, PlanFacts.Pending, 1.05), Query(11, Plan(PlanShape.Oltp), 1.05));
        scene.Turn(1.2);

        Assert.Equal(1, scene.Governor.Counters.TooShort);
    }

    private static long CountOf(Scene scene, string name) =>
        scene.Governor.ClassCounts.Single(each => each.Class == name).Queries;
}
