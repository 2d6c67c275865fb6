using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using static RgPolicy.Engine.Tests.Scheduling.SlotScene;

namespace RgPolicy.Engine.Tests.Scheduling;

/// <summary>Queries that do not wait for a slot, whatever runs.</summary>
public sealed class SlotProtectionTests
{
    [Fact]
    public void Decide_WaitingQueryBlocksOneThatIsProtected_IsReleasedAndWaitsAgain()
    {
        var scene = Of(One);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2)];
        scene.Turn(10, all);

        var turn = Block(scene, 11, all);
        Assert.Equal([(11, 0)], turn.Moves.Select(move => (move.ProcessId, move.PoolNumber)));
        Assert.Equal("blocks 1 others", scene.Governor.Find(11)!.Note);

        Block(scene, 15, all);
        scene.Turn(17, all);
        Assert.Empty(Waiting(scene));

        scene.TurnWithBlocking(21, [], all);
        Assert.Equal([11], Waiting(scene));
        Assert.Equal("waits for a slot since 11 s, first of one", scene.Governor.Find(11)!.Note);
    }

    [Fact]
    public void Decide_TransactionHasWritten_WaitsOnlyOnceItsExcuseIsSpent()
    {
        var scene = Of(One);
        var writer = Join(11, 2) with { HasWritten = true };

        scene.Turn(10, Join(10, 1), writer);
        Assert.Empty(Waiting(scene));

        See(scene, 11, 0, Join(10, 1), writer);
        See(scene, 20, 3, Join(10, 1), writer);
        Assert.Equal([11], Waiting(scene));
    }

    [Fact]
    public void Decide_Commits_DoesNotWait()
    {
        var scene = Of(One);
        scene.Turn(10, Join(10, 1), Join(11, 2));

        scene.Turn(11, Join(10, 1), Join(11, 2) with { IsInCriticalSection = true });
        Assert.Empty(Waiting(scene));

        scene.Turn(12, Join(10, 1), Join(11, 2));
        Assert.Equal([11], Waiting(scene));
    }

    [Fact]
    public void MayRelax_QueriesWaitForSlots_IsFalse()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3)];
        for (var second = 10; second < 25; second++)
            scene.Alone(second, all);

        Assert.False(scene.Governor.MayRelax);
        for (var second = 25; second < 30; second++)
            scene.Alone(second, all[..2]);

        Assert.True(scene.Governor.MayRelax);
    }

    [Fact]
    public void Decide_RuleMovesAQuery_ItsSlotIsFree()
    {
        var scene = Of(
            Reports
                + """

                rule long on class default { when request.elapsed > 60 s then move to critical }
                """
        );
        scene.Turn(50, Join(10, 0), Join(11, 30), Join(12, 31));
        Assert.Equal([12], Waiting(scene));

        scene.Turn(62, Join(10, 0), Join(11, 30), Join(12, 31));

        Assert.Empty(Waiting(scene));
    }

    private static GovernorTurn Block(Scene scene, double seconds, ObservedQuery[] all) =>
        scene.Governor.Decide(
            Scene.See(seconds, [all[0] with { WaitsForLock = true }, .. all[1..]]) with
            {
                Blocking = new Dictionary<int, int> { [11] = 1 },
                LockWaits = [new LockWait(10, 11, IsAdvisory: false)],
            }
        );

    private static void See(Scene scene, double seconds, double cpu, params ObservedQuery[] queries) =>
        scene.Governor.Decide(
            Scene.See(seconds, queries) with
            {
                Figures = [.. queries.Select(_ => new RequestFigures(TimeSpan.FromSeconds(cpu), 0, 0, 0, 0))],
            }
        );
}
