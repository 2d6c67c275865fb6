using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorTests
{
    [Fact]
    public void Decide_Scan_IsMovedOnceWithItsWorkers()
    {
        var scene = new Scene();
        var scan = Scan(10, 0, 11, 12);

        var turn = scene.Turn(1, scan);

        var pool = scene.NumberOf("polluters");
        Assert.Equal(
            [(10, pool), (11, pool), (12, pool)],
            turn.Moves.Select(move => (move.ProcessId, move.PoolNumber))
        );
        Assert.All(turn.Moves, move => Assert.Equal(scan.Id, move.QueryId));
        Assert.Same(GovernorTurn.Unchanged, scene.Turn(1.1, scan));
        Assert.Contains(turn.Events, item => item is { Kind: "class", Message: "class scan (line 2), pool polluters" });
    }

    [Fact]
    public void Decide_ProtectedPool_IsNeverMoved()
    {
        var scene = new Scene();

        Assert.Empty(scene.Turn(100, Query(10, Plan(PlanShape.Oltp))).Moves);
        Assert.Equal(0, scene.NumberOf("critical"));
    }

    [Fact]
    public void Decide_PendingPlan_ThrottlesNothingUntilItArrives()
    {
        var scene = new Scene();

        Assert.Empty(scene.Turn(1, Query(10, PlanFacts.Pending)).Moves);
        var waiting = Assert.Single(scene.Governor.Queries);
        Assert.True(waiting.Decision.IsProvisional);
        Assert.Equal("provisional: waits for plan.shape", waiting.Note);

        Assert.Equal([10], scene.Turn(1.1, Scan(10)).Moves.Select(move => move.ProcessId));
        Assert.Equal("", Assert.Single(scene.Governor.Queries).Note);
    }

    [Fact]
    public void Decide_AbsentPlan_IsFinal()
    {
        var scene = new Scene();

        var move = Assert.Single(scene.Turn(1, Query(10, PlanFacts.Absent("no right"))).Moves);

        Assert.Equal(scene.NumberOf("reporting"), move.PoolNumber);
    }

    [Fact]
    public void Decide_YoungQuery_IsMovedInTheNextTurn()
    {
        var scene = new Scene();
        var scan = Scan(10, 1);

        Assert.Empty(scene.Turn(1.019, scan).Moves);
        Assert.Equal("too young", Assert.Single(scene.Governor.Queries).Note);
        Assert.Single(scene.Turn(1.119, scan).Moves);
    }

    [Fact]
    public void OldEnoughAt_QueriesAreTooYoungToBeMoved_IsWhenTheFirstIsNot()
    {
        var scene = new Scene();
        var started = Scan(10, 1).Started;

        scene.Turn(1.015, Scan(10, 1), Scan(11, 1.01), Query(12, Plan(PlanShape.Oltp), 1));
        Assert.Equal(started + TimeSpan.FromMilliseconds(20), scene.Governor.OldEnoughAt);
        Assert.True(scene.Governor.Sees(12));
        scene.Turn(1.5, Scan(10, 1), Scan(11, 1.01));
        Assert.Null(scene.Governor.OldEnoughAt);
        Assert.False(scene.Governor.Sees(12));
    }

    [Fact]
    public void OldEnoughAt_YoungQueryIsThrottledForTheOneBefore_IsNone()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));
        scene.Turn(2, Scan(10, 1.99));

        Assert.Null(scene.Governor.OldEnoughAt);
    }

    [Fact]
    public void Decide_QueryEnds_ReleasesLeaderAndWorkers()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10, 0, 11));

        Assert.Equal([new PoolMove(10, 0, null), new PoolMove(11, 0, null)], scene.Turn(1.1).Moves.AsEnumerable());
        Assert.Same(GovernorTurn.Unchanged, scene.Turn(1.2));
        Assert.Empty(scene.Governor.Queries);
    }

    [Fact]
    public void Decide_NextQueryOfTheSamePool_IsLeftWhereItIs()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));

        Assert.Empty(scene.Turn(2, Scan(10, 1.5)).Moves);
        Assert.Equal([new PoolMove(10, 0, null)], scene.Turn(3).Moves.AsEnumerable());
    }

    [Fact]
    public void Decide_NextQueryIsProvisionalOrProtected_IsReleasedAtOnce()
    {
        ObservedQuery[] next = [Query(10, PlanFacts.Pending, 1.5), Query(10, Plan(PlanShape.Oltp), 1.5)];
        foreach (var query in next)
        {
            var scene = new Scene();
            scene.Turn(1, Scan(10, 0, 11));

            Assert.Equal(
                [(11, 0), (10, 0)],
                scene.Turn(2, query).Moves.Select(move => (move.ProcessId, move.PoolNumber))
            );
        }
    }

    [Fact]
    public void Decide_NextQueryIsYoungAndBelongsToTheSamePool_StaysWithoutAMove()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));

        Assert.Empty(scene.Turn(2, Scan(10, 1.99)).Moves);
        Assert.Equal([(10, 0)], scene.Turn(3).Moves.Select(move => (move.ProcessId, move.PoolNumber)));
    }

    [Fact]
    public void Decide_NextQueryIsYoungAndBelongsToAnotherThrottlingPool_MovesOnWhenOldEnough()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));
        var next = Query(10, Plan(PlanShape.Aggregation), 1.99);

        Assert.Empty(scene.Turn(2, next).Moves);
        Assert.Equal(
            [(10, scene.NumberOf("reporting"))],
            scene.Turn(2.1, next).Moves.Select(move => (move.ProcessId, move.PoolNumber))
        );
    }

    [Fact]
    public void Decide_ReleasesComeBeforeMoves()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(20));

        Assert.Equal(
            [(20, 0), (10, scene.NumberOf("polluters"))],
            scene.Turn(2, Scan(10)).Moves.Select(move => (move.ProcessId, move.PoolNumber))
        );
    }

    [Fact]
    public void Decide_WorkersAppearAndGo_AreMovedAndReleased()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));

        Assert.Equal([11], scene.Turn(1.1, Scan(10, 0, 11)).Moves.Select(move => move.ProcessId));
        Assert.Equal([(11, 0)], scene.Turn(1.2, Scan(10)).Moves.Select(move => (move.ProcessId, move.PoolNumber)));
    }

    [Fact]
    public void Decide_ExemptOrSuperuser_IsShownButNeverMoved()
    {
        var scene = new Scene();

        Assert.Empty(
            scene
                .Turn(1, Scan(10) with { Exemption = "RgPolicy's own connection" }, Scan(11) with { Session = Admin })
                .Moves
        );

        Assert.Equal(
            "RgPolicy's own connection, superuser",
            string.Join(", ", scene.Governor.Queries.Select(query => query.Note))
        );
        Assert.All(scene.Governor.Queries, query => Assert.Equal(1, query.Decision.ClassIndex));
    }

    [Theory]
    [InlineData(
        "SQLAgent - TSQL JobStep (Job 0x7A : Step 1)",
        "superuser: a job step of SQL Server Agent runs as a sysadmin where one owns the job"
    )]
    [InlineData("Studio", "superuser")]
    public void Decide_Superuser_SaysWhenItIsAJobStep(string app, string note)
    {
        var scene = new Scene();
        var scan = Scan(10);

        scene.Turn(1, scan with { Session = scan.Session with { IsSuperuser = true, App = app } });

        Assert.Equal(note, Assert.Single(scene.Governor.Queries).Note);
    }

    [Fact]
    public void Decide_SuperuserNamedExactly_IsGoverned()
    {
        var named = Htap().Class("late", "polluters", PolicyBuilder.IsExactly("session.login", "postgres"));
        var other = Htap().Class("late", "polluters", PolicyBuilder.Is("session.login", "postgres"));
        var negated = Htap()
            .Class("late", "polluters", PolicyBuilder.Not(PolicyBuilder.IsExactly("session.login", "postgres")));

        Assert.Single(new Scene(named.Build()).Turn(1, Scan(10) with { Session = Admin }).Moves);
        Assert.Empty(
            new Scene(named.Build()).Turn(1, Scan(10) with { Session = Admin with { Login = "Postgres" } }).Moves
        );
        Assert.Empty(new Scene(other.Build()).Turn(1, Scan(10) with { Session = Admin }).Moves);
        Assert.Empty(new Scene(negated.Build()).Turn(1, Scan(10) with { Session = Admin }).Moves);
    }

    [Fact]
    public void Replace_OtherProgram_DecidesEverythingAnew()
    {
        var scene = new Scene();
        var scan = Scan(10);
        scene.Turn(1, scan);

        scene.Governor.Replace(
            Language.Targets.TargetProfile.Generic is var target
                ? PolicyProgram.Compile(
                    new PolicyBuilder().Pool("all", PolicyBuilder.Weight(100)).Default("all").Build(),
                    target
                )
                : scene.Program
        );

        Assert.Equal([(10, 0)], scene.Turn(1.1, scan).Moves.Select(move => (move.ProcessId, move.PoolNumber)));
    }

    [Fact]
    public void Replace_PoolMeansSomethingElse_MovesAgain()
    {
        var scene = new Scene();
        var scan = Scan(10);
        scene.Turn(1, scan);
        var same = Htap().Build();
        var changed = same with
        {
            Pools = same.Pools.SetItem(2, same.Pools[2] with { Settings = [PolicyBuilder.Weight(60)] }),
        };

        scene.Governor.Replace(PolicyProgram.Compile(same, scene.Program.Target));
        Assert.Empty(scene.Turn(1.1, scan).Moves);
        scene.Governor.Replace(PolicyProgram.Compile(changed, scene.Program.Target));
        Assert.Equal([10], scene.Turn(1.2, scan).Moves.Select(move => move.ProcessId));
    }

    [Fact]
    public void ReleaseAll_ThenDecide_LetsGoAndMovesAnew()
    {
        var scene = new Scene();
        var scan = Scan(10, 0, 11);
        scene.Turn(1, scan);

        Assert.Equal([10, 11], scene.Governor.ReleaseAll(At(1), "paused").Moves.Select(move => move.ProcessId).Order());
        Assert.Empty(scene.Governor.ReleaseAll(At(1), "paused").Moves);
        Assert.Equal([10, 11], scene.Turn(2, scan).Moves.Select(move => move.ProcessId));
    }

    [Fact]
    public void Forget_GoneProcess_IsNotReleased()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10, 0, 11));

        scene.Governor.Forget(10);

        Assert.Same(GovernorTurn.Unchanged, scene.Turn(1.1));
    }

    [Fact]
    public void Decide_ClassChangesWithSession_MovesToTheOtherPool()
    {
        var policy = Htap().Class("x", "polluters", null).Build();
        policy = policy with
        {
            Classes =
            [
                policy.Classes[3] with
                {
                    Name = "bi",
                    Index = 0,
                    Condition = PolicyBuilder.Is("session.app", "bi"),
                },
                .. policy.Classes.Take(3).Select((item, index) => item with { Index = index + 1 }),
            ],
        };
        var scene = new Scene(policy);
        var query = Query(10, PlanFacts.Absent("x"));
        Assert.Equal(scene.NumberOf("reporting"), Assert.Single(scene.Turn(1, query).Moves).PoolNumber);

        var turn = scene.Turn(1.1, query with { Session = User with { App = "BI" } });

        Assert.Equal(scene.NumberOf("polluters"), Assert.Single(turn.Moves).PoolNumber);
        Assert.Contains(turn.Events, item => item.Kind == "class");
    }
}
