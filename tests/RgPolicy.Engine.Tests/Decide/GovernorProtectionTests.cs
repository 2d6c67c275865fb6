using System.Collections.Immutable;
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
    public void MustProtect_BeforeAnythingWasSeen_IsTrue() => Assert.True(_governor.MustProtect);

    [Fact]
    public void MustProtect_OnlyNarrowedQueries_IsFalse() => Assert.False(After(0, [Scan(10)], []));

    [Fact]
    public void MustProtect_FavouredQueryRuns_IsTrue() =>
        Assert.True(After(0, [Scan(10), Query(11, Plan(PlanShape.Oltp))], []));

    [Fact]
    public void MustProtect_PlanPending_IsNoSign() => Assert.False(After(0, [Scan(10), Query(11, PlanFacts.Pending)], []));

    [Fact]
    public void MustProtect_UnknownWhoWorkedRecently_IsTrue() => Assert.True(After(0, [Scan(10)], null));

    [Fact]
    public void MustProtect_ShortWorkOfAnotherBackend_IsTrueForTenSeconds()
    {
        Assert.True(After(0, [Scan(10)], [99]));
        Assert.True(After(9, [Scan(10)], []));
        Assert.False(After(11, [Scan(10)], []));
    }

    [Fact]
    public void MustProtect_NarrowedBackendPausesBetweenTwoQueries_IsFalse()
    {
        Assert.False(After(0, [Scan(10)], []));
        Assert.False(After(1, [], [10]));
        Assert.False(After(2, [], [10]));
    }

    [Fact]
    public void MustProtect_NarrowedBackendWasIdleForLongAndAnswersShortly_IsTrue()
    {
        Assert.False(After(0, [Scan(10)], []));
        Assert.False(After(5, [], []));
        Assert.True(After(6, [], [10]));
    }

    private bool After(int seconds, ObservedQuery[] queries, int[]? recentlyIdle)
    {
        _governor.Decide(new Observation(Begin.AddSeconds(seconds), [.. queries]) { RecentlyIdle = recentlyIdle?.ToImmutableArray() });
        return _governor.MustProtect;
    }
}
