using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Explain;

public sealed class ExplainedAllotmentTests
{
    [Fact]
    public void Explain_PoolAsWritten_GoesFromEveryWayToItsMask()
    {
        var scene = new Scene();
        scene.Turn(1, Scene.Scan(10));

        var allotment = Allotment(scene);

        Assert.Equal(
            ("polluters", scene.NumberOf("polluters"), 0.1),
            (allotment.Pool, allotment.Number, allotment.CpuShare)
        );
        Assert.Equal(new MaskChange(0, 0xfffff, 0x3), Assert.Single(allotment.Masks));
    }

    [Fact]
    public void Explain_PolicyReplaced_GoesFromTheOldMaskToTheNew()
    {
        var scene = new Scene();
        scene.Turn(1, Scene.Scan(10));
        scene.Governor.Replace(PolicyProgram.Compile(With(Cache(50)), TargetProfile.Generic));
        scene.Turn(2, Scene.Scan(10));

        Assert.Equal(new MaskChange(0, 0x3, 0x3ff), Assert.Single(Allotment(scene).Masks));
    }

    [Fact]
    public void Explain_ProvisionalOrExempt_StandsOutsideWithEveryWay()
    {
        var scene = new Scene();
        scene.Turn(1, Scene.Query(10, PlanFacts.Pending), Scene.Scan(11) with { Session = Scene.Admin });

        foreach (var processId in new[] { 10, 11 })
        {
            var allotment = Allotment(scene, processId);
            Assert.Equal((null, 0), (allotment.Pool, allotment.Number));
            Assert.Equal(new MaskChange(0, 0xfffff, 0xfffff), Assert.Single(allotment.Masks));
        }
    }

    [Fact]
    public void Explain_FoldedPools_NameEachOtherAndSayWhy()
    {
        var target = TargetProfile.Generic with { ClassesOfService = 2 };
        var policy = new PolicyBuilder()
            .Pool("top", Weight(1000))
            .Pool("a", Cache(10))
            .Pool("b", Cache(20))
            .Class("scan", "a", Is("plan.shape", "scan"))
            .Default("b")
            .Build();
        var governor = new Governor(PolicyProgram.Compile(policy, target), new GovernorOptions());
        governor.Decide(Scene.See(1, Scene.Scan(10)));

        var allotment = governor.Explain(10)!.Allotment;

        Assert.Equal("b", Assert.Single(allotment.SharesClassWith));
        Assert.Contains(allotment.CacheNotes, note => note.Contains("class", StringComparison.Ordinal));
        Assert.Equal(new MaskChange(0, 0xfffff, 0xf), Assert.Single(allotment.Masks));
    }

    private static Policy With(Setting cache) =>
        new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("polluters", Weight(100), cache)
            .Class("scan", "polluters", Is("plan.shape", "scan"))
            .Default("critical")
            .Build();

    private static ExplainedAllotment Allotment(Scene scene, int processId = 10) =>
        scene.Governor.Explain(processId)?.Allotment
        ?? throw new InvalidOperationException("Nothing is known of the query.");
}
