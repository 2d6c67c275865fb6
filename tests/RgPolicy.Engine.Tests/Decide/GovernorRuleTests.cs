using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorRuleTests
{
    [Fact]
    public void Decide_LadderOfSteps_LastTrueStepHoldsAndUnenforcedOnesUndoNothing()
    {
        var scene = new Scene(WithRule().Build());
        var scan = Scan(10);
        var lowest = scene.LowestOf("polluters");

        Assert.Equal([scene.NumberOf("polluters")], Pools(scene.Turn(5, scan)));
        var logged = scene.Turn(11, scan);
        Assert.Empty(logged.Moves);
        Assert.Equal("rule long_scan: log (when request.elapsed Greater 10)", Assert.Single(logged.Events).Message);
        Assert.Equal([scene.NumberOf("reporting")], Pools(scene.Turn(21, scan)));
        Assert.Equal([lowest], Pools(scene.Turn(31, scan)));
        var cancelled = scene.Turn(41, scan);
        Assert.Empty(cancelled.Moves);
        Assert.Equal(new QueryCancel(scan, "long_scan"), Assert.Single(cancelled.Cancels));
        Assert.Same(GovernorTurn.Unchanged, scene.Turn(42, scan));
        Assert.Equal([0], Pools(scene.Turn(43)));
    }

    [Fact]
    public void Decide_CancelIsNotHeeded_IsAskedForAgainAfterAWhile()
    {
        var scene = new Scene(WithRule().Build());

        Assert.Single(scene.Turn(41, Scan(10)).Cancels);
        Assert.Empty(scene.Turn(70, Scan(10)).Cancels);
        Assert.Empty(scene.Turn(70.999, Scan(10)).Cancels);
        Assert.Single(scene.Turn(71, Scan(10)).Cancels);
    }

    [Fact]
    public void Decide_CancelOfWhoIsNeverCancelled_IsSaidOnceAndNotDone()
    {
        foreach (var (query, reason) in NeverCancelled())
        {
            var scene = new Scene(WithRule().Build());

            var turn = scene.Turn(41, query);

            Assert.Empty(turn.Cancels);
            Assert.Contains(
                turn.Events,
                item => item.Message.EndsWith("not done, " + reason, StringComparison.Ordinal)
            );
            Assert.Same(GovernorTurn.Unchanged, scene.Turn(90, query));
        }
    }

    [Fact]
    public void Decide_CancelOfASuperuserThatAClassNames_IsNotDone()
    {
        var builder = new PolicyBuilder()
            .Pool("fast", Weight(1000))
            .Pool("slow", Weight(100))
            .Class("admin", "slow", IsExactly("session.login", "postgres"))
            .Default("fast");
        builder.Rule(
            "stop",
            "admin",
            null,
            (Compare("request.elapsed", ComparisonOperator.Greater, 10), new RuleAction.Cancel())
        );
        var scene = new Scene(builder.Build());

        var turn = scene.Turn(20, Scan(10) with { Session = Admin });

        Assert.Equal([scene.NumberOf("slow")], Pools(turn));
        Assert.Empty(turn.Cancels);
        Assert.Contains(turn.Events, item => item.Message.EndsWith("not done, superuser", StringComparison.Ordinal));
    }

    [Fact]
    public void Decide_CancelWhileSuspended_IsNotAskedFor()
    {
        var scene = new Scene(WithRule(Compare("request.workers", ComparisonOperator.Greater, 0)).Build());

        Assert.Empty(scene.Turn(41, Scan(10, 0, 11)).Cancels);
        Assert.Single(scene.Turn(42, Scan(10)).Cancels);
    }

    private static IEnumerable<(ObservedQuery Query, string Reason)> NeverCancelled()
    {
        var scan = Scan(10);
        yield return (scan with { Statement = null }, "its statement is not known, and it may be maintenance");
        yield return (
            scan with
            {
                Statement = scan.Statement! with { Kind = StatementKind.Maintenance },
            },
            "maintenance"
        );
        yield return (
            scan with
            {
                Statement = scan.Statement! with { Kind = StatementKind.IndexBuild },
            },
            "maintenance"
        );
        yield return (scan with { Session = User with { App = "pg_dump" } }, "a backup");
        yield return (scan with { Session = User with { App = "pgBackRest [backup]" } }, "a backup");
    }

    [Fact]
    public void Decide_UnlessBecomesTrue_SuspendsAndUndoes()
    {
        var scene = new Scene(WithRule(Compare("request.workers", ComparisonOperator.Greater, 0)).Build());
        scene.Turn(31, Scan(10));

        var turn = scene.Turn(32, Scan(10, 0, 11));

        Assert.Equal([scene.NumberOf("polluters"), scene.NumberOf("polluters")], Pools(turn));
        Assert.Contains(
            turn.Events,
            item => item is { Kind: "rule", Message: "rule long_scan: no step holds any more" }
        );
    }

    [Fact]
    public void Decide_ProvisionalClass_RulesOnRequestSignalsAct()
    {
        var builder = Htap();
        builder.Rule(
            "slow",
            "default",
            null,
            (Compare("request.elapsed", ComparisonOperator.Greater, 10), new RuleAction.Deprioritize())
        );
        var scene = new Scene(builder.Build());
        var pending = Query(10, PlanFacts.Pending);

        Assert.Empty(scene.Turn(5, pending).Moves);
        Assert.Equal([scene.Program.Lowest?.Number ?? -1], Pools(scene.Turn(11, pending)));
        Assert.True(Assert.Single(scene.Governor.Queries).Decision.IsProvisional);
    }

    [Fact]
    public void Decide_CancelWhileProvisional_WaitsUntilTheClassIsKnownForGood()
    {
        var builder = Htap();
        builder.Rule(
            "stop",
            "default",
            null,
            (Compare("request.elapsed", ComparisonOperator.Greater, 10), new RuleAction.Cancel())
        );
        var scene = new Scene(builder.Build());

        Assert.Empty(scene.Turn(11, Query(10, PlanFacts.Pending)).Cancels);
        Assert.Single(scene.Turn(12, Query(10, PlanFacts.Absent("no plan is kept"))).Cancels);
    }

    [Fact]
    public void Decide_RuleOnPlanSignalWhileProvisional_DoesNotAct()
    {
        var builder = Htap();
        builder.Rule("slow", "default", null, (Known("session.app"), new RuleAction.Deprioritize()));

        Assert.Empty(new Scene(builder.Build()).Turn(11, Query(10, PlanFacts.Pending)).Moves);
    }

    [Fact]
    public void Decide_SuperuserAndBlocker_AreBeyondRules()
    {
        var scene = new Scene(WithRule().Build());

        Assert.Empty(scene.Turn(35, Scan(10) with { Session = Admin }).Moves);
        Assert.Empty(scene.TurnWithBlocking(36, new() { [20] = 1 }, Scan(20)).Moves);
    }

    [Fact]
    public void Decide_Notify_IsAnEventOfItsOwnKind()
    {
        var builder = Htap();
        builder.Rule(
            "slow",
            "scan",
            null,
            (Compare("request.elapsed", ComparisonOperator.Greater, 10), new RuleAction.Notify())
        );
        var scene = new Scene(builder.Build());
        var scan = Scan(10);
        scene.Turn(5, scan);

        Assert.Equal("notify", Assert.Single(scene.Turn(11, scan).Events).Kind);
        Assert.Empty(scene.Turn(12, scan).Events);
    }

    [Fact]
    public void Compile_TargetWithoutProcesses_ListsRulesThatMoveAsNotEnforced()
    {
        var target = Language.Targets.TargetProfile.Generic with { DbmsKind = "sqlserver" };
        var program = PolicyProgram.Compile(WithRule().Build(), target);

        Assert.Null(program.Lowest);
        Assert.Empty(program.ThrottlingPools);
        Assert.Equal(
            2,
            program.NotEnforced.Count(item => item.Name.StartsWith("rule long_scan", StringComparison.Ordinal))
        );
        Assert.DoesNotContain(program.NotEnforced, item => item.Name == "rule long_scan: cancel");
    }

    private static IEnumerable<int> Pools(GovernorTurn turn) => turn.Moves.Select(move => move.PoolNumber);
}
