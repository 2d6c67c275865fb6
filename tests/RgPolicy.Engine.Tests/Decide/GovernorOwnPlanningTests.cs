using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>A backend of RgPolicy's own that plans with much work.</summary>
public sealed class GovernorOwnPlanningTests
{
    private static readonly ObservedQuery Planning = Query(10, PlanFacts.Absent("it plans")) with
    {
        Exemption = "RgPolicy plans with it",
        IsOwnPlanning = true,
    };

    [Fact]
    public void Decide_OwnBackendPlansForLong_HasTheLowestWeightAndComesBack()
    {
        var scene = new Scene();

        var turn = scene.Turn(1, Planning);

        Assert.Equal((10, scene.NumberOf("polluters")), Only(turn.Moves));
        Assert.Contains(turn.Events, each => each.Kind == "move");
        Assert.Contains("RgPolicy plans with it", scene.Governor.Queries[0].Note, StringComparison.Ordinal);
        Assert.Equal((10, 0), Only(scene.Turn(2).Moves));
    }

    [Fact]
    public void Decide_PolicyWithARuleThatLowers_IsInTheLowestPool()
    {
        var scene = new Scene(WithRule().Build());

        var move = Only(scene.Turn(1, Planning).Moves);

        Assert.Equal(scene.Program.LowestPools.For(null), move.Pool);
    }

    [Fact]
    public void Decide_NoPoolThrottles_IsLeftWhereItIs()
    {
        var scene = new Scene(new PolicyBuilder().Pool("all", Weight(1000)).Default("all").Build());

        Assert.Empty(scene.Turn(1, Planning).Moves);
    }

    /// <summary>Nothing else that it does lets it out: it does nothing for anybody.</summary>
    [Fact]
    public void Decide_ItCommitsOrBlocks_StaysThere()
    {
        var scene = new Scene();
        scene.Turn(1, Planning);

        var turn = scene.TurnWithBlocking(
            2,
            new Dictionary<int, int> { [10] = 1 },
            Planning with
            {
                IsInCriticalSection = true,
            }
        );

        Assert.Empty(turn.Moves);
    }

    private static (int ProcessId, int Pool) Only(IEnumerable<RgPolicy.Engine.Decide.PoolMove> moves)
    {
        var move = Assert.Single(moves);
        return (move.ProcessId, move.PoolNumber);
    }
}
