using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>What was decided is looked at again by the processor time that is used.</summary>
public sealed class GovernorUseTests
{
    private const string Oltp = "oltp";

    [Fact]
    public void Decide_OltpUsesFarMoreThanItsPlanExplains_IsInThatClassNoLonger()
    {
        var scene = new Scene();
        var query = Query(10, Plan(PlanShape.Oltp));

        Assert.Equal((Oltp, "critical"), ClassOf(scene, 1, 0.9, query));
        Assert.Equal(("default", "reporting"), ClassOf(scene, 2, 1.5, query));
        Assert.Equal(("default", "reporting"), ClassOf(scene, 3, 1.5, query));
        Assert.Contains("far more than its plan explains", Reason(scene), StringComparison.Ordinal);
    }

    /// <summary>The class of a policy that goes by figures in place of the shape.</summary>
    [Fact]
    public void Decide_ClassByFigures_IsLeftToo()
    {
        var policy = new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("reporting", Weight(200))
            .Class("small", "critical", Compare("plan.rows", Language.Conditions.ComparisonOperator.Less, 10_000))
            .Default("reporting");
        var scene = new Scene(policy.Build());
        var plan = PlanFacts.Known(
            new PlanProfile { Shape = PlanShape.Oltp, RowsTouched = new Figure(30, Provenance.Estimate) },
            "test"
        );

        Assert.Equal(("small", "critical"), ClassOf(scene, 1, 0.5, Query(10, plan)));
        Assert.Equal(("default", "reporting"), ClassOf(scene, 2, 3, Query(10, plan)));
    }

    [Fact]
    public void Decide_ScanUsesMuch_StaysAScan()
    {
        var scene = new Scene();

        Assert.Equal(("scan", "polluters"), ClassOf(scene, 1, 0.9, Scan(10)));
        Assert.Equal(("scan", "polluters"), ClassOf(scene, 1000, 900, Scan(10)));
    }

    /// <summary>Others' parallel workers are no reason to wait for the age.</summary>
    [Fact]
    public void Decide_ParallelAndYoung_IsLookedAtByWhatAllOfThemUse()
    {
        var scene = new Scene();
        var query = Query(10, Plan(PlanShape.Oltp), 0, 11, 12, 13);

        Assert.Equal(("default", "reporting"), ClassOf(scene, 0.4, 1.2, query));
    }

    [Theory]
    [InlineData("wrote")]
    [InlineData("commit")]
    [InlineData("dump")]
    public void Decide_ExcusedUsesMuch_ItsClassDecidesAgain(string excuse)
    {
        var scene = new Scene();
        var query = Excused(excuse, 10, 0);

        Assert.Equal("", PoolAt(scene, 1, 0.1, query));
        Assert.Equal("", PoolAt(scene, 2, 1.9, query));
        Assert.NotEmpty(PoolAt(scene, 3, 2.3, query));
        Assert.NotEmpty(PoolAt(scene, 4, 2.3, query));
    }

    /// <summary>Statements of 1.5 s each, one after the other, in transactions that have written.</summary>
    [Theory]
    [InlineData("wrote")]
    [InlineData("dump")]
    public void Decide_ExcusedAgainAndAgain_IsExcusedForAShareOfAProcessor(string excuse)
    {
        var scene = new Scene();
        var excused = 0.0;
        for (var start = 0.0; start < 200; start += 2)
        {
            var query = Excused(excuse, 10, start);
            PoolAt(scene, start + 0.1, 0, query);
            excused += PoolAt(scene, start + 1.6, 1.5, query).Length == 0 ? 1.5 : 0;
            scene.Turn(start + 1.9);
        }

        Assert.InRange(excused, 1.5, (UseWatch.Share * 200) + UseWatch.Burst.TotalSeconds + 1.5);
    }

    [Fact]
    public void Decide_ExcusedUsesItsShare_IsExcusedForEver()
    {
        var scene = new Scene();
        for (var start = 0.0; start < 400; start += 2)
        {
            var query = Excused("wrote", 10, start);
            PoolAt(scene, start + 0.1, 0, query);

            Assert.Equal("", PoolAt(scene, start + 1.6, 0.05, query));
        }
    }

    [Fact]
    public void Decide_UseIsNotMeasured_IsExcused()
    {
        var scene = new Scene();
        scene.Turn(1, Excused("wrote", 10, 0));
        scene.Turn(100, Excused("wrote", 10, 0));

        Assert.Equal(0, scene.Governor.Find(10)!.PoolNumber);
    }

    [Fact]
    public void Decide_ExpectedPlan_IsToldAndThrottlesNothing()
    {
        var scene = new Scene();
        var expected = Query(10, Plan(PlanShape.Scan) with { State = PlanState.Expected });

        Assert.Empty(scene.Turn(1, expected).Moves);

        var found = scene.Governor.Find(10)!;
        Assert.Equal(("scan", true, 0), (NameOf(scene, found), found.Decision.IsProvisional, found.PoolNumber));
        Assert.Contains("plan.shape", found.Note, StringComparison.Ordinal);
        var why = scene.Governor.Explain(10)!;
        Assert.Equal(("scan", true), (why.Class, why.IsProvisional));
        Assert.Contains(why.UnknownSignals, signal => signal is { Name: "plan.shape", IsPending: true });
    }

    [Fact]
    public void Decide_ExpectedPlanBecomesItsOwn_IsDecidedByThat()
    {
        var scene = new Scene();
        scene.Turn(1, Query(10, Plan(PlanShape.Oltp) with { State = PlanState.Expected }));

        var turn = scene.Turn(2, Scan(10));

        Assert.Equal(scene.NumberOf("polluters"), Assert.Single(turn.Moves).PoolNumber);
    }

    /// <summary>A rule that would cancel by the expected plan waits for the execution's own.</summary>
    [Fact]
    public void Decide_RuleOnAnExpectedPlan_DoesNotAct()
    {
        var builder = Htap();
        builder.Rule("no_scans", "default", null, (Is("plan.shape", "scan"), new Language.Model.RuleAction.Cancel()));
        builder.Rule("none", "scan", null, (Is("plan.shape", "scan"), new Language.Model.RuleAction.Cancel()));
        var scene = new Scene(builder.Build());

        Assert.Empty(scene.Turn(1, Query(10, Plan(PlanShape.Scan) with { State = PlanState.Expected })).Cancels);
        Assert.Single(scene.Turn(2, Scan(10)).Cancels);
    }

    [Fact]
    public void Decide_PlanIsExpectedAndNotAsked_IsFinal()
    {
        var policy = new PolicyBuilder()
            .Pool("reporting", Weight(200))
            .Class("users", "reporting", Is("session.login", User.Login))
            .Default("reporting");
        var scene = new Scene(policy.Build());

        scene.Turn(1, Query(10, Plan(PlanShape.Scan) with { State = PlanState.Expected }));

        Assert.False(scene.Governor.Find(10)!.Decision.IsProvisional);
    }

    private static ObservedQuery Excused(string excuse, int processId, double start) =>
        excuse switch
        {
            "wrote" => Scan(processId, start) with { HasWritten = true },
            "dump" => Scan(processId, start) with { Exemption = "backup (pg_dump)", IsExemptionClaimed = true },
            _ => Scan(processId, start) with
            {
                Statement = new StatementFacts(StatementKind.Utility, "c", "COMMIT", false)
                {
                    IsTransactionControl = true,
                },
            },
        };

    private static (string Class, string Pool) ClassOf(Scene scene, double at, double cpu, ObservedQuery query)
    {
        Decide(scene, at, cpu, query);
        var found = scene.Governor.Find(query.ProcessId)!;
        return (NameOf(scene, found), scene.Program.PoolOf(found.Decision.ClassIndex).Pool.Name);
    }

    /// <summary>The pool that it stands in; empty outside all.</summary>
    private static string PoolAt(Scene scene, double at, double cpu, ObservedQuery query)
    {
        Decide(scene, at, cpu, query);
        var number = scene.Governor.Find(query.ProcessId)!.PoolNumber;
        return number == 0 ? "" : scene.Program.Pools.Single(pool => pool.Number == number).Pool.Name;
    }

    private static void Decide(Scene scene, double at, double cpu, ObservedQuery query) =>
        scene.Governor.Decide(
            See(at, query) with
            {
                Figures = [new RequestFigures(TimeSpan.FromSeconds(cpu), 0, null, null, 0)],
            }
        );

    private static string NameOf(Scene scene, GovernedQuery query) =>
        scene.Program.Policy.Classes[query.Decision.ClassIndex].Name;

    private static string Reason(Scene scene) => scene.Governor.Queries[0].Query.Plan.Profile!.Reason;
}
