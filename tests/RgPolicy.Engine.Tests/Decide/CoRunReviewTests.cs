using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>The governor as whoever has a gate sees it: without cache allocation nothing keeps weak and
/// strong apart.</summary>
public sealed class CoRunReviewTests
{
    private static readonly TargetProfile NoCat = TargetProfile.Generic with { LlcWays = 0, ClassesOfService = 0 };

    [Fact]
    public void Review_WeakBesideStrong_HoldsTheKindThatCameLater()
    {
        var governor = Run(CacheStrategyKind.Locality, NoCat);

        var advice = governor.Review();

        Assert.Equal("10", Process(Assert.Single(advice!.Admissions).Query));
        Assert.Equal("11", Process(Assert.Single(advice.Held).Query));
        Assert.Contains(new AdmissionGate("locality", "strong", 0, 0, 1), advice.Gates);
        Assert.Equal((true, false), (governor.Explain(10)!.CoRun!.IsAdmitted, governor.Explain(11)!.CoRun!.IsAdmitted));
        Assert.Null(governor.Explain(12)!.CoRun);
        Assert.Contains(governor.Program.NotEnforced, item => item.Name == "co-run advice");
    }

    [Fact]
    public void Review_CacheIsPartitioned_HoldsNobody() =>
        Assert.Empty(Run(CacheStrategyKind.Locality, TargetProfile.Generic).Review()!.Held);

    [Fact]
    public void Admit_QueueAtAGate_IsAskedBesideWhatRuns()
    {
        CoRunQuery[] queue =
        [
            new("weak", "weak", PlanLocality.Weak, 0, TimeSpan.FromSeconds(1)),
            new("strong", "strong", PlanLocality.Strong, 0, TimeSpan.FromSeconds(2)),
        ];

        var advice = Run(CacheStrategyKind.Locality, TargetProfile.Generic).Admit(queue);

        Assert.Equal(
            "strong weak",
            string.Join(' ', advice!.Admissions.Select(item => item.Query.Id).Order(StringComparer.Ordinal))
        );
        Assert.Equal(2, advice.Gates.Where(gate => gate.Kind == "locality").Sum(gate => gate.Running));
    }

    [Fact]
    public void Review_OtherStrategy_SaysNothing()
    {
        var governor = Run(CacheStrategyKind.Dynamic, NoCat);

        Assert.Null(governor.Review());
        Assert.Null(governor.Admit([]));
        Assert.Null(governor.Explain(10)!.CoRun);
    }

    private static Governor Run(CacheStrategyKind strategy, TargetProfile target)
    {
        var policy = new PolicyBuilder()
            .Pool("top", Weight(1000))
            .Pool("low", Weight(100), Cache(50))
            .Class("weak", "low", Is("plan.locality", "weak"))
            .Default("top")
            .Strategy(strategy)
            .Build();
        var governor = new Governor(PolicyProgram.Compile(policy, target), new GovernorOptions());
        governor.Decide(
            Scene.See(
                5,
                With(10, PlanShape.Scan, PlanLocality.Weak, 0),
                With(11, PlanShape.Join, PlanLocality.Strong, 1),
                With(12, PlanShape.Oltp, PlanLocality.Strong, 2)
            )
        );
        return governor;
    }

    private static ObservedQuery With(int processId, PlanShape shape, PlanLocality locality, double startedAt) =>
        Scene.Query(
            processId,
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = shape,
                    Locality = locality,
                    WorkingSetBytes = new Figure(1000, Provenance.Estimate),
                },
                "test"
            ),
            startedAt
        );

    private static string Process(CoRunQuery query) => query.Id.Split('-')[0];
}
