using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>Who is throttled by no policy, because others would wait for him.</summary>
public sealed class GovernorHarmTests
{
    private static readonly ObservedQuery Commit = Query(10, PlanFacts.Absent("none")) with
    {
        Statement = new StatementFacts(StatementKind.Utility, "c", "COMMIT", false) { IsTransactionControl = true },
    };

    [Fact]
    public void Decide_TransactionControl_IsThrottledByNoClass()
    {
        var scene = new Scene();

        Assert.Empty(scene.Turn(1, Commit).Moves);
        Assert.Equal("transaction control is never throttled", scene.Governor.Queries[0].Note);
    }

    [Fact]
    public void Decide_TransactionControl_IsThrottledByNoRuleAndNoQuarantine()
    {
        var builder = Htap();
        var scene = new Scene(
            builder
                .Rule(
                    "all",
                    "default",
                    null,
                    (
                        Compare("request.elapsed", Language.Conditions.ComparisonOperator.Greater, 0),
                        new Language.Model.RuleAction.MoveTo(builder.Find("polluters"))
                    )
                )
                .Build()
        );

        Assert.Empty(scene.Turn(1, Commit).Moves);
    }

    [Fact]
    public void Decide_ThrottledBackendCommits_IsLetGoAtOnce()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));

        var turn = scene.Turn(1.1, Commit with { Started = At(1.09) });

        Assert.Equal([], turn.Moves.Where(move => move.PoolNumber != 0));
        Assert.Equal(
            [(10, 0)],
            scene
                .Turn(1.2, Commit with { Started = At(1.09) })
                .Moves.Concat(turn.Moves)
                .Select(move => (move.ProcessId, move.PoolNumber))
        );
    }

    [Fact]
    public void Decide_WaitEventShowsCommitOrLightweightLock_IsLetOutWithWorkersUntilItIsOver()
    {
        var scene = new Scene();
        var scan = Scan(10, 0, 11);
        scene.Turn(1, scan);

        var turn = scene.Turn(1.1, scan with { IsInCriticalSection = true });

        Assert.Equal([(10, 0), (11, 0)], turn.Moves.Select(move => (move.ProcessId, move.PoolNumber)));
        Assert.Empty(scene.Turn(1.2, scan with { }).Moves);
        Assert.Empty(scene.Turn(1.5, scan).Moves);
        Assert.Equal([10, 11], scene.Turn(1.8, scan).Moves.Select(move => move.ProcessId));
    }

    [Fact]
    public void Decide_CommitWasSeen_IsOutForExactlyTheTimeThatIsSet()
    {
        var scene = new Scene();
        var scan = Scan(10);
        scene.Turn(1, scan with { IsInCriticalSection = true });

        Assert.Empty(scene.Turn(1.4999, scan).Moves);
        Assert.Single(scene.Turn(1.5, scan).Moves);
    }

    [Fact]
    public void Decide_OpenTransactionHasWritten_IsNotThrottledByAClassThatDoesNotSaySo()
    {
        var scene = new Scene();

        Assert.Empty(scene.Turn(1, Scan(10) with { HasWritten = true }).Moves);
        Assert.Single(scene.Turn(2, Scan(10)).Moves);
        Assert.Equal(
            [(10, 0)],
            scene.Turn(3, Scan(10) with { HasWritten = true }).Moves.Select(move => (move.ProcessId, move.PoolNumber))
        );
    }

    [Fact]
    public void Decide_OpenTransactionHasWritten_IsThrottledByAClassThatAsksForWriters()
    {
        var writes = new Language.Conditions.ComparisonCondition(
            Language.Signals.SignalCatalog.Get("plan.writes"),
            Language.Conditions.ComparisonOperator.Equal,
            new Language.Conditions.BoolConstant(true),
            "plan.writes",
            default
        );
        var scene = new Scene(Building(writes));
        var writer = Query(10, PlanFacts.Known(new PlanProfile { Shape = PlanShape.Write, Writes = true }, "test")) with
        {
            HasWritten = true,
        };
        var reader = Query(20, PlanFacts.Known(new PlanProfile { Shape = PlanShape.Scan }, "test")) with
        {
            HasWritten = true,
        };

        var turn = scene.Turn(1, writer, reader);

        Assert.Equal([10], turn.Moves.Select(move => move.ProcessId));
    }

    [Fact]
    public void Decide_OpenTransactionHasWritten_ANegatedQuestionForWritersSaysNothing()
    {
        var writes = new Language.Conditions.ComparisonCondition(
            Language.Signals.SignalCatalog.Get("plan.writes"),
            Language.Conditions.ComparisonOperator.Equal,
            new Language.Conditions.BoolConstant(true),
            "plan.writes",
            default
        );
        var scene = new Scene(Building(Not(writes)));

        Assert.Empty(scene.Turn(1, Scan(10) with { HasWritten = true }).Moves);
    }

    private static Language.Model.Policy Building(Language.Conditions.Condition condition) =>
        new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("polluters", Weight(50))
            .Class("load", "polluters", Or(condition, Is("plan.shape", "scan")))
            .Default("critical")
            .Build();
}
