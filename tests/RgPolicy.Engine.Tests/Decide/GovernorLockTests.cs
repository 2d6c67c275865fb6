using RgPolicy.Engine.Tests.Building;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorLockTests
{
    [Fact]
    public void Decide_SomebodyWaits_AsksAtMostOnceASecond()
    {
        var scene = new Scene();
        var (scan, waiter) = (Scan(10), Query(20, Plan(Plans.PlanShape.Oltp)) with { WaitsForLock = true });

        var asked = Enumerable.Range(0, 30).Count(turn => scene.Turn(1 + (turn * 0.1), scan, waiter).WantsBlocking);

        Assert.Equal(3, asked);
    }

    [Fact]
    public void Decide_NothingThrottledOrNobodyWaits_NeverAsks()
    {
        var scene = new Scene();

        Assert.False(scene.Turn(1, Query(20, Plan(Plans.PlanShape.Oltp)) with { WaitsForLock = true }).WantsBlocking);
        Assert.False(scene.Turn(2, Scan(10)).WantsBlocking);
    }

    [Fact]
    public void Decide_QueryBlocksOthers_IsLetOutWithItsWorkersAndComesBack()
    {
        var scene = new Scene();
        var scan = Scan(10, 0, 11);
        var waiter = Query(20, Plan(Plans.PlanShape.Oltp)) with { WaitsForLock = true };
        scene.Turn(1, scan, waiter);

        var turn = scene.TurnWithBlocking(2, new() { [10] = 2 }, scan, waiter);

        Assert.Equal([(10, 0), (11, 0)], turn.Moves.Select(move => (move.ProcessId, move.PoolNumber)));
        Assert.Contains(turn.Events, item => item.Kind == "let_out");
        Assert.Equal("blocks 2 others", scene.Governor.Queries[0].Note);
        Assert.Empty(scene.Turn(6.9, scan).Moves);
        Assert.Empty(scene.Turn(6.95, scan).Moves);
        Assert.Equal([10, 11], scene.Turn(7.1, scan).Moves.Select(move => move.ProcessId));
        Assert.Equal(1, scene.Governor.Counters.LetOuts);
    }

    [Fact]
    public void Decide_LetOutAndStillWaitedFor_StaysOutUntilAnAnswerClearsIt()
    {
        var scene = new Scene();
        var scan = Scan(10);
        var waiter = Query(20, Plan(Plans.PlanShape.Oltp)) with { WaitsForLock = true };
        scene.Turn(1, scan, waiter);
        scene.TurnWithBlocking(2, new() { [10] = 1 }, scan, waiter);

        Assert.True(scene.Turn(3.1, scan, waiter).WantsBlocking);
        Assert.Empty(scene.Turn(8, scan, waiter).Moves);
        Assert.Empty(scene.TurnWithBlocking(8.1, new() { [10] = 1 }, scan, waiter).Moves);
        Assert.Empty(scene.Turn(12, scan, waiter).Moves);
        Assert.Equal(
            [10],
            scene.TurnWithBlocking(13.2, new() { [30] = 1 }, scan, waiter).Moves.Select(move => move.ProcessId)
        );
    }

    [Fact]
    public void Decide_WorkerBlocksOthers_LetsTheQueryOut()
    {
        var scene = new Scene();
        var scan = Scan(10, 0, 11);
        scene.Turn(1, scan);

        Assert.Equal(2, scene.TurnWithBlocking(2, new() { [11] = 1 }, scan).Moves.Length);
    }

    [Fact]
    public void Decide_BlockerIsNew_IsNotThrottled()
    {
        var scene = new Scene();

        Assert.Empty(scene.TurnWithBlocking(2, new() { [10] = 1 }, Scan(10)).Moves);
    }
}
