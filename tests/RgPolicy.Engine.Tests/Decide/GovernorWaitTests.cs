using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>Whose waiting lets out whoever holds a lock.</summary>
public sealed class GovernorWaitTests
{
    private static readonly SessionFacts Other = new("other", "shop", "10.0.0.2", "shop", false);

    [Fact]
    public void Decide_SomethingThatIsNoClientWaits_AsksAndLetsOut()
    {
        var scene = new Scene();
        Assert.True(Turn(scene, 1, [], Scan(10)).WantsBlocking);

        Assert.Equal(
            [(10, 0)],
            Turn(scene, 1.1, [new(900, 10, false)], Scan(10)).Moves.Select(move => (move.ProcessId, move.PoolNumber))
        );
    }

    [Fact]
    public void Decide_ProtectedQueryWaits_LetsOut()
    {
        var scene = new Scene();
        Turn(scene, 1, [], Scan(10), Waiter(20, PlanShape.Oltp));

        Assert.Equal([(10, 0)], Released(Turn(scene, 1.1, [new(20, 10, false)], Scan(10), Waiter(20, PlanShape.Oltp))));
    }

    [Fact]
    public void Decide_QueryOfTheSameOrALowerPoolWaits_LetsNobodyOut()
    {
        var scene = new Scene();
        var (mine, report) = (Waiter(20, PlanShape.Scan), Waiter(30, PlanShape.Join));
        Turn(scene, 1, [], Scan(10), mine, report);

        Assert.Empty(Released(Turn(scene, 1.1, [new(20, 10, false), new(10, 30, false)], Scan(10), mine, report)));
        Assert.Equal([(10, 0)], Released(Turn(scene, 2.2, [new(30, 10, false)], Scan(10), mine, report)));
    }

    [Fact]
    public void Decide_SecondSessionOfTheSameLoginWaitsForAnAdvisoryLock_LetsNobodyOut()
    {
        var scene = new Scene();
        Turn(scene, 1, [], Scan(10), Waiter(20, PlanShape.Oltp));

        Assert.Empty(Released(Turn(scene, 1.1, [new(20, 10, true)], Scan(10), Waiter(20, PlanShape.Oltp))));
    }

    [Fact]
    public void Decide_AnotherLoginWaitsForAnAdvisoryLock_LetsOut()
    {
        var scene = new Scene();
        var waiter = Waiter(20, PlanShape.Oltp) with { Session = Other };
        Turn(scene, 1, [], Scan(10), waiter);

        Assert.Equal([(10, 0)], Released(Turn(scene, 1.1, [new(20, 10, true)], Scan(10), waiter)));
    }

    [Fact]
    public void Decide_ProtectedQueryWaitsBehindAnEqual_LetsTheWholeChainOut()
    {
        var scene = new Scene();
        ObservedQuery[] all = [Scan(10), Waiter(20, PlanShape.Scan), Waiter(30, PlanShape.Oltp)];
        Turn(scene, 1, [], all);

        Assert.Equal([(10, 0), (20, 0)], Released(Turn(scene, 1.1, [new(20, 10, false), new(30, 20, false)], all)));
    }

    [Fact]
    public void Decide_WaiterIsNewAtEachAnswer_LetsNobodyOut()
    {
        var scene = new Scene();
        Turn(scene, 1, [], Scan(10), Waiter(20, PlanShape.Oltp));

        for (var turn = 1; turn < 20; turn++)
        {
            var waiter = Query(20, PlanFacts.Pending, turn) with { WaitsForLock = true };
            Assert.Empty(Released(Turn(scene, 1 + turn, [new(20, 10, false)], Scan(10), waiter)));
        }
    }

    [Fact]
    public void Decide_BlockerIsNew_IsNotThrottled()
    {
        var scene = new Scene();
        Turn(scene, 1, [], Waiter(20, PlanShape.Oltp));

        Assert.Empty(Turn(scene, 1.1, [new(20, 10, false)], Scan(10), Waiter(20, PlanShape.Oltp)).Moves);
    }

    private static ObservedQuery Waiter(int processId, PlanShape shape) =>
        Query(processId, Plan(shape)) with
        {
            WaitsForLock = true,
        };

    private static GovernorTurn Turn(Scene scene, double seconds, LockWait[] waits, params ObservedQuery[] queries) =>
        scene.Governor.Decide(
            See(seconds, queries) with
            {
                OthersWaitForLocks = true,
                LockWaits = [.. waits],
                Blocking = waits.GroupBy(wait => wait.Blocker).ToDictionary(group => group.Key, group => group.Count()),
            }
        );

    private static IEnumerable<(int, int)> Released(GovernorTurn turn) =>
        turn.Moves.Where(move => move.PoolNumber == 0).Select(move => (move.ProcessId, move.PoolNumber));
}
