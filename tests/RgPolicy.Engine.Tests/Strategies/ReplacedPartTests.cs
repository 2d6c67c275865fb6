using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Strategies.PartScene;

namespace RgPolicy.Engine.Tests.Strategies;

/// <summary>Parts of pools when the policy, or what the sidecar takes, is another.</summary>
public sealed class ReplacedPartTests
{
    [Fact]
    public void Replace_OnlyOtherWeights_QueriesAndStreamsKeepWhatTheyHave()
    {
        var governor = Make();
        ObservedQuery[] all = [Query(1, 9), Query(2, 200), Query(3, 0, streams: true)];
        See(governor, 10, all);
        var before = (Mask(governor, 1), Mask(governor, 2), Mask(governor, 3));

        governor.Replace(PartScene.Compile("cache strategy dynamic", TargetProfile.Generic));
        See(governor, 10.1, all);

        Assert.Equal(before, (Mask(governor, 1), Mask(governor, 2), Mask(governor, 3)));
        Assert.True(IsPart(governor, PartOf(governor, 1)) && IsPart(governor, PartOf(governor, 3)));
        Assert.Empty(See(governor, 13, all).Moves);
    }

    [Fact]
    public void Replace_AfterAQueryHasEnded_ItsSuccessorHasNoPart()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));

        governor.Replace(PartScene.Compile("cache strategy dynamic", TargetProfile.Generic));
        See(governor, 10.2, Query(1, 9, started: 10.1), Query(2, 200));

        Assert.Equal(1, governor.Find(1)?.PoolNumber);
    }

    [Fact]
    public void LimitPools_SidecarTakesNoParts_PartsGoAndComeBackWithOneThatDoes()
    {
        var governor = Make();
        ObservedQuery[] all = [Query(1, 9), Query(2, 200), Query(3, 0, streams: true)];
        See(governor, 10, all);

        Assert.True(governor.LimitPools(null));
        Assert.False(governor.LimitPools(null));
        Assert.Empty(governor.Program.Parts);
        See(governor, 12, all);
        See(governor, 14, all);
        Assert.Empty(governor.Program.Parts);
        Assert.Equal(
            (1, 1, 1),
            (governor.Find(1)?.PoolNumber, governor.Find(2)?.PoolNumber, governor.Find(3)?.PoolNumber)
        );

        Assert.True(governor.LimitPools(3));
        See(governor, 16, all);
        Assert.Equal(3, Assert.Single(governor.Program.Parts).Number);
    }

    [Fact]
    public void LimitPools_NoNumberForAPart_NothingIsSetAsideForStreams()
    {
        var governor = Make();
        governor.LimitPools(2);

        See(governor, 10, Query(2, 200), Query(3, 0, streams: true));

        Assert.Empty(governor.Program.Parts);
        Assert.All(governor.Program.ThrottlingPools, pool => Assert.Empty(pool.Masks));
    }

    [Fact]
    public void Replace_OtherPolicy_PartsAreGone()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));

        governor.Replace(PartScene.Compile("cache strategy static", TargetProfile.Generic));
        var turn = See(governor, 12, Query(1, 9), Query(2, 200));

        Assert.Empty(governor.Program.Parts);
        Assert.Contains(turn.Moves, move => move is { ProcessId: 1, PoolNumber: 1 });
    }
}
