using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Testing;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;
using static RgPolicy.Engine.Tests.Scheduling.SlotScene;

namespace RgPolicy.Engine.Tests.Scheduling;

/// <summary>At most so many of a pool's queries have its share; the others stand at the lowest weight.</summary>
public sealed class SlotSchedulerTests
{
    [Theory]
    [InlineData("postgresql")]
    [InlineData("mariadb")]
    [InlineData("mysql")]
    public void Decide_MoreQueriesThanSlots_TheOldestHaveTheShare(string kind)
    {
        var scene = Of(Reports, TargetProfile.Generic with { DbmsKind = kind });

        scene.Turn(10, Join(10, 5), Join(11, 4), Join(12, 3), Join(13, 2), Join(14, 1));

        Assert.Equal([10, 11, 12], Waiting(scene));
        Assert.Equal(
            "10 waits for a slot since 0 s, third of three|11 waits for a slot since 0 s, second of three|"
                + "12 waits for a slot since 0 s, first of three|13 |14 ",
            string.Join('|', scene.Governor.Queries.Select(each => $"{each.Query.ProcessId} {each.Note}"))
        );
        Assert.All(
            scene.Governor.Queries,
            each =>
                Assert.Equal(
                    each.SlotWait is null ? scene.NumberOf("reporting") : scene.Program.Lowest!.Number,
                    each.PoolNumber
                )
        );
    }

    [Fact]
    public void Decide_NewQueryMustWait_MovesItOnce()
    {
        var scene = Of(Reports);
        scene.Turn(10, Join(10, 1), Join(11, 2));

        var turn = scene.Turn(11, Join(10, 1), Join(11, 2), Join(12, 3, 112, 113));

        Assert.Equal([12, 112, 113], turn.Moves.Select(move => move.ProcessId));
        Assert.All(turn.Moves, move => Assert.Equal(scene.Program.Lowest!.Number, move.PoolNumber));
    }

    [Fact]
    public void Decide_WorkersOfAWaitingQueryBeginLate_StandBesideIt()
    {
        var scene = Of(Reports);
        scene.Turn(10, Join(10, 1), Join(11, 2), Join(12, 3));

        var turn = scene.Turn(11, Join(10, 1), Join(11, 2), Join(12, 3, 112));
        Assert.Equal(
            [(112, scene.Program.Lowest!.Number)],
            turn.Moves.Select(move => (move.ProcessId, move.PoolNumber))
        );

        turn = scene.Turn(12, Join(11, 2), Join(12, 3, 112, 113));
        Assert.Equal(
            [12, 112, 113],
            turn.Moves.Where(move => move.PoolNumber == scene.NumberOf("reporting"))
                .Select(move => move.ProcessId)
                .Order()
        );
    }

    [Fact]
    public void Decide_FiftyQueriesForTwoSlots_NobodyWaitsLongerThanItMay()
    {
        var scene = Of(Reports.Replace("wait 30 s", "wait 5 s", StringComparison.Ordinal));
        ObservedQuery[] all = [.. Enumerable.Range(10, 50).Select(id => Join(id, 1 + (id / 100.0)))];
        scene.Turn(10, all);
        Assert.Equal(48, Waiting(scene).Length);

        // Two end each second, and the two that waited longest go on.
        for (var second = 1; second < 5; second++)
        {
            scene.Turn(10 + second, all[(2 * second)..]);
            Assert.Equal(all[(2 + (2 * second))..].Select(each => each.ProcessId), Waiting(scene));
        }

        scene.Turn(15, all[10..]);
        Assert.Empty(Waiting(scene));
    }

    [Fact]
    public void Decide_OneEnds_TheOldestGoesOn()
    {
        var scene = Of(Reports);
        scene.Turn(10, Join(10, 1), Join(11, 2), Join(12, 3), Join(13, 4));

        var turn = scene.Turn(14, Join(10, 1), Join(12, 3), Join(13, 4));

        Assert.Equal([13], Waiting(scene));
        Assert.Contains(turn.Moves, move => move.ProcessId == 12 && move.PoolNumber == scene.NumberOf("reporting"));
        Assert.Equal("waits for a slot since 4 s, first of one", scene.Governor.Find(13)!.Note);
    }

    [Fact]
    public void Decide_OldestComesLate_WaitsBehindThoseThatWaitLonger()
    {
        var scene = Of(One);
        scene.Turn(10, Join(10, 1), Join(11, 9));
        scene.Turn(11, Join(10, 1), Join(11, 9), Join(12, 2));

        scene.Turn(13, Join(11, 9), Join(12, 2));

        Assert.Equal([12], Waiting(scene));
    }

    [Fact]
    public void Decide_WaitIsOver_HasTheShareBesideAllOthers()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3), Join(13, 4)];
        scene.Turn(10, all);

        scene.Turn(39.9, all);
        Assert.Equal([12, 13], Waiting(scene));

        scene.Turn(40, all);
        Assert.Empty(Waiting(scene));
    }

    [Fact]
    public void Decide_WaitIsNotWritten_IsThirtySeconds()
    {
        var scene = Of(One);
        scene.Turn(10, Join(10, 1), Join(11, 2));

        scene.Turn(39.9, Join(10, 1), Join(11, 2));
        Assert.Equal([11], Waiting(scene));

        scene.Turn(40, Join(10, 1), Join(11, 2));
        Assert.Empty(Waiting(scene));
    }

    [Fact]
    public void Decide_SlotsOfTheProtectedPool_MoveTheOthersOnly()
    {
        var scene = Of(One);

        var turn = scene.Turn(10, Join(10, 1), Join(11, 2));
        Assert.Equal([11], turn.Moves.Select(move => move.ProcessId));

        turn = scene.Turn(12, Join(11, 2));
        Assert.Equal([(11, 0)], turn.Moves.Select(move => (move.ProcessId, move.PoolNumber)));
        Assert.Contains(turn.Events, item => item.Message == "1 process let go: has a slot of pool all");
    }

    [Fact]
    public void Decide_ParallelQueries_CountOnce()
    {
        var scene = Of(Reports);

        scene.Turn(10, Join(10, 1, 110, 111, 112), Join(11, 2, 113), Join(12, 3));

        Assert.Equal([12], Waiting(scene));
    }

    [Theory]
    [InlineData("mix", "10 13", "11 12")]
    [InlineData("alike", "10 12", "11 13")]
    public void Decide_Schedule_ChoosesByLocality(string schedule, string having, string waiting)
    {
        var scene = Of(Reports + $"\nschedule {schedule}");
        ObservedQuery[] all =
        [
            Join(10, 1) with
            {
                Plan = Of(PlanLocality.Strong, 2 << 20),
            },
            Join(11, 2) with
            {
                Plan = Of(PlanLocality.Weak, 700 << 20),
            },
            Join(12, 3) with
            {
                Plan = Of(PlanLocality.Strong, 1 << 20),
            },
            Join(13, 4) with
            {
                Plan = Of(PlanLocality.Weak, 600 << 20),
            },
        ];
        scene.Turn(2, all[0]);

        scene.Turn(10, all);

        Assert.Equal(
            having,
            string.Join(
                ' ',
                scene.Governor.Queries.Where(each => each.SlotWait is null).Select(each => each.Query.ProcessId)
            )
        );
        Assert.Equal(waiting, string.Join(' ', Waiting(scene)));
        Assert.Equal($"waits for a slot since 0 s, one of two, schedule {schedule}", scene.Governor.Find(11)!.Note);
    }

    [Fact]
    public void Decide_ScheduleOverTwoPools_MixesThem()
    {
        var scene = Of(
            """
            language 1
            pool joins { cpu weight 400  slots 1 }
            pool scans { cpu weight 300  slots 1 }
            pool rest { cpu weight 1000  slots 1 }
            class joins -> joins when plan.shape = join
            class scans -> scans when plan.shape = scan
            default -> rest
            schedule alike over joins, scans
            """
        );
        ObservedQuery[] all =
        [
            Join(10, 1) with
            {
                Plan = Of(PlanLocality.Strong, 1 << 20),
            },
            Scan(11, 2) with
            {
                Plan = PlanFacts.Known(
                    new PlanProfile { Shape = PlanShape.Scan, Locality = PlanLocality.Weak },
                    "test"
                ),
            },
            Query(12, Plan(PlanShape.Oltp), 3),
        ];
        scene.Turn(10, all);
        Assert.Equal([11], Waiting(scene));

        scene.Turn(41, all);
        Assert.Empty(Waiting(scene));
    }

    [Fact]
    public void Replace_SameSlots_KeepsThemAndTheWait()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 3), Join(11, 2), Join(12, 1)];
        scene.Turn(10, all[0], all[1]);
        scene.Turn(11, all);
        Assert.Equal([12], Waiting(scene));

        scene.Governor.Replace(PolicyText.Compile(Reports.Replace("400", "500", StringComparison.Ordinal)));
        scene.Turn(14, all);

        Assert.Equal([12], Waiting(scene));
        Assert.Equal("waits for a slot since 3 s, first of one", scene.Governor.Find(12)!.Note);

        scene.Governor.Replace(PolicyText.Compile(Reports.Replace("slots 2, wait 30 s", "", StringComparison.Ordinal)));
        scene.Turn(15, all);
        Assert.Empty(Waiting(scene));
    }

    [Fact]
    public void Decide_StateSetsFewerSlots_NoQueryLosesOne()
    {
        var scene = Of(
            Reports
                + """

                state busy when host.cpu.pressure > 50% until < 20%
                in busy { pool reporting { slots 1 } }
                """
        );
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3)];
        scene.Turn(10, all);

        Press(scene, 11, all);
        Assert.Equal([12], Waiting(scene));

        Press(scene, 12, all[1..]);
        Assert.Equal([12], Waiting(scene));
        Press(scene, 13, all[2..]);
        Assert.Empty(Waiting(scene));
    }

    [Fact]
    public void Decide_NothingMovesProcesses_HoldsNoQuery()
    {
        var scene = Of(Reports + "\nschedule mix", TargetProfile.Generic with { DbmsKind = "sqlserver" });

        scene.Turn(10, Join(10, 1), Join(11, 2), Join(12, 3));

        Assert.Empty(Waiting(scene));
        Assert.Contains(scene.Program.NotEnforced, item => item.Name == "schedule");
    }

    [Fact]
    public void Compile_Slots_SaysWhatTheyComeTo()
    {
        var setting = Of(Reports).Program.Pools[1].Settings.Single(each => each.Name == "slots");

        Assert.Equal(("running", "2 at a time"), (setting.Effect, setting.Effective));
        Assert.Equal(
            "the other queries stand at the lowest safe weight until one is free, at most 30 s",
            setting.Reason
        );
    }

    [Fact]
    public void Explain_WaitingQuery_ShowsTheLowestPool()
    {
        var scene = Of(One);
        scene.Turn(10, Join(10, 1), Join(11, 2));

        Assert.Equal("lowest", scene.Governor.Explain(11)!.Allotment!.Pool);
        Assert.Equal("all", scene.Governor.Explain(10)!.Allotment!.Pool);
    }

    [Theory]
    [InlineData("slots 2", true)]
    [InlineData("slots 2, wait 30 s", true)]
    [InlineData("slots 3", false)]
    [InlineData("slots 2, wait 10 s", false)]
    public void PolicyTest_ExpectsSlots_IsJudged(string expected, bool holds)
    {
        var program = PolicyText.Compile(
            Reports
                + $$"""

                test "reports have slots" { given plan.shape = join expect pool reporting, {{expected}} }
                """
        );

        var result = Assert.Single(new PolicyTestRunner(program, _ => null, _ => null).RunAll());

        Assert.Equal(holds, result.Passed);
    }

    [Fact]
    public void Decide_NothingChanged_AllocatesNothing()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3), Join(13, 4)];
        var looks = Enumerable.Range(0, 60).Select(turn => Scene.See(10 + (turn / 10.0), all)).ToList();
        looks[..30].ForEach(look => scene.Governor.Decide(look));

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var turn = 30; turn < looks.Count; turn++)
            scene.Governor.Decide(looks[turn]);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private static void Press(Scene scene, double seconds, params ObservedQuery[] queries) =>
        scene.Governor.Decide(Scene.See(seconds, queries) with { Pressure = new HostPressure(90, 0, 0) });
}
