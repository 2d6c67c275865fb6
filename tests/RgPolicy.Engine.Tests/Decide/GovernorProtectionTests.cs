using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorProtectionTests
{
    private static readonly DateTimeOffset Begin = Start.AddMinutes(1);
    private readonly Governor _governor = new Scene().Governor;

    [Fact]
    public void MayRelax_BeforeAnythingWasSeen_IsFalse() => Assert.False(_governor.MayRelax);

    [Fact]
    public void MayRelax_TwoThrottledQueriesCompeteForAWhile_IsTrue()
    {
        Assert.False(After(0, [Scan(10), Scan(11)], []));
        Assert.False(After(2, [Scan(10), Scan(11)], []));
        Assert.True(After(3, [Scan(10), Scan(11)], []));
    }

    [Fact]
    public void MayRelax_OneThrottledQueryAlone_IsFalse()
    {
        Assert.False(After(0, [Scan(10)], []));
        Assert.False(After(20, [Scan(10)], []));
    }

    [Fact]
    public void MayRelax_OneAfterTheOther_IsFalse()
    {
        Assert.False(After(0, [Scan(10)], []));
        Assert.False(After(1, [Scan(11)], [10]));
        Assert.False(After(5, [Scan(11)], []));
    }

    [Fact]
    public void MayRelax_OneOfTwoIsLeft_StaysTrueUntilNoneIs()
    {
        Relax();
        Assert.True(After(4, [Scan(10)], []));
        Assert.False(After(5, [], []));
        Assert.False(After(6, [Scan(10)], []));
    }

    [Fact]
    public void MayRelax_ProtectedQueryRuns_IsFalse()
    {
        Relax();
        Assert.False(After(4, [Scan(10), Scan(11), Query(12, Plan(PlanShape.Oltp))], []));
    }

    [Fact]
    public void MayRelax_PlanPending_IsNoSign()
    {
        Relax();
        Assert.True(After(4, [Scan(10), Scan(11), Query(12, PlanFacts.Pending)], []));
    }

    [Fact]
    public void MayRelax_UnknownWhoWorkedRecently_IsFalse()
    {
        Relax();
        Assert.False(After(4, [Scan(10), Scan(11)], null));
    }

    [Fact]
    public void MayRelax_ShortWorkOfAnotherBackend_IsFalseForTenSecondsAndTheSettling()
    {
        Relax();
        Assert.False(After(4, [Scan(10), Scan(11)], [99]));
        Assert.False(After(13, [Scan(10), Scan(11)], []));
        Assert.False(After(15, [Scan(10), Scan(11)], []));
        Assert.True(After(18, [Scan(10), Scan(11)], []));
    }

    [Fact]
    public void MayRelax_ThrottledBackendsPauseBetweenTwoQueries_StaysTrue()
    {
        Relax();
        Assert.True(After(4, [], [10, 11]));
        Assert.True(After(5, [], [10, 11]));
    }

    [Fact]
    public void MayRelax_ThrottledBackendWasIdleForLongAndAnswersShortly_IsFalse()
    {
        Relax();
        Assert.True(After(4, [Scan(11)], []));
        Assert.False(After(9, [Scan(11)], [10]));
    }

    private void Relax()
    {
        After(0, [Scan(10), Scan(11)], []);
        Assert.True(After(3, [Scan(10), Scan(11)], []));
    }

    private bool After(int seconds, ObservedQuery[] queries, int[]? recentlyIdle)
    {
        _governor.Decide(
            new Observation(Begin.AddSeconds(seconds), [.. queries]) { RecentlyIdle = recentlyIdle?.ToImmutableArray() }
        );
        return _governor.MayRelax;
    }
}
