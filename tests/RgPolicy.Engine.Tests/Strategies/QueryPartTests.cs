using System.Numerics;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Strategies.PartScene;

namespace RgPolicy.Engine.Tests.Strategies;

/// <summary>Queries of one pool that have ways of their own, as a governor gives and takes them.</summary>
public sealed class QueryPartTests
{
    [Fact]
    public void Decide_StrongBesideWeakInOnePool_HasWaysOfItsOwn()
    {
        var governor = Make();

        var turn = See(governor, 10, Query(1, 9), Query(2, 200, workers: 7));

        Assert.Equal((6, 14), (Ways(governor, 1), Ways(governor, 2)));
        Assert.Equal(0UL, Mask(governor, 1) & Mask(governor, 2));
        Assert.Equal(
            "cache split anew: joins 14, aggregations 2, part 1 of joins 6 apart",
            turn.Events.Single(item => item.Kind == "cache").Message
        );
        Assert.Contains(turn.Moves, move => move == new PoolMove(1, PartOf(governor, 1), move.Query));
        Assert.Contains(turn.Moves, move => move is { ProcessId: 7, PoolNumber: 1 });
        Assert.Equal("part 1 of joins", governor.Explain(1)?.Allotment.Pool);
    }

    [Fact]
    public void Decide_NoneIsWeak_NobodyHasAPart()
    {
        var governor = Make();

        See(governor, 10, Query(1, 9), Query(2, 40));

        Assert.Empty(governor.Program.Parts);
    }

    [Fact]
    public void Decide_QueryEnds_ItsPartIsTheNextOnes()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));
        var part = PartOf(governor, 1);

        var alone = See(governor, 12, Query(2, 200));
        Assert.Contains(alone.Moves, move => move is { ProcessId: 1, PoolNumber: 0 });
        var again = See(governor, 14, Query(2, 200), Query(3, 9, started: 5));
        var last = See(governor, 16, Query(2, 200), Query(3, 9, started: 5));

        Assert.Equal(part, PartOf(governor, 3));
        Assert.Single(governor.Program.Parts);
        Assert.Contains(again.Moves, move => move.ProcessId == 3 && move.PoolNumber == part);
        Assert.Empty(last.Moves);
    }

    [Fact]
    public void Decide_BackendGoesOnWithAShortQuery_IsBackInItsPool()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));

        var turn = See(governor, 10.2, Query(1, 9, started: 10.1), Query(2, 200));

        Assert.Equal(1, Assert.Single(turn.Moves).PoolNumber);
        Assert.Equal(1, governor.Find(1)?.PoolNumber);
    }

    [Fact]
    public void Decide_ItBlocksOthers_IsLetOutOfItsPartAndComesBack()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));
        var part = PartOf(governor, 1);

        governor.Decide(
            Scene.See(11, Query(1, 9), Query(2, 200)) with
            {
                Blocking = new Dictionary<int, int> { [1] = 2 },
            }
        );
        Assert.Equal(0, governor.Find(1)?.PoolNumber);
        governor.Decide(Scene.See(30, Query(1, 9), Query(2, 200)) with { Blocking = new Dictionary<int, int>() });
        See(governor, 32, Query(1, 9), Query(2, 200));

        Assert.Equal(part, PartOf(governor, 1));
    }

    [Fact]
    public void Decide_StreamComesAmongOthers_HasTheReserveAtOnce()
    {
        var governor = Make();
        See(governor, 10, Query(2, 200));

        See(governor, 10.2, Query(2, 200), Query(3, 0, streams: true));

        Assert.Equal((18, 2), (Ways(governor, 2), Ways(governor, 3)));
        Assert.Equal(0UL, Mask(governor, 2) & Mask(governor, 3));
    }

    [Fact]
    public void Decide_ShortQueriesComeAndGo_NoPartIsMade()
    {
        var governor = Make();
        for (var turn = 0; turn < 50; turn++)
        {
            var time = 10 + (turn * 0.1);
            See(governor, time, Query(100 + turn, 9, started: time - 0.05), Query(2, 200));
        }

        Assert.Empty(governor.Program.Parts);
    }

    [Fact]
    public void Decide_NobodyHasAPartForLong_IsGivenBack()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));
        See(governor, 12, Query(2, 200));

        See(governor, 69, Query(2, 200));
        Assert.Single(governor.Program.Parts);
        var turn = See(governor, 73, Query(2, 200));

        Assert.Empty(governor.Program.Parts);
        Assert.Empty(turn.Moves);
        See(governor, 90, Query(2, 200), Query(3, 9, started: 70));
        Assert.Equal((6, 14), (Ways(governor, 3), Ways(governor, 2)));
    }

    [Fact]
    public void Decide_BothAreLetOutForLong_ComeBackToPartsThatAreThere()
    {
        var governor = Make();
        ObservedQuery[] both = [Query(1, 9), Query(2, 200)];
        See(governor, 10, both);
        foreach (var seconds in Enumerable.Range(11, 80))
        {
            governor.Decide(
                Scene.See(seconds, both) with
                {
                    Blocking = new Dictionary<int, int> { [1] = 2, [2] = 3 },
                }
            );
        }

        Assert.Empty(governor.Program.Parts);
        governor.Decide(Scene.See(120, both) with { Blocking = new Dictionary<int, int>() });
        See(governor, 122, both);

        Assert.Equal((6, 14), (Ways(governor, 1), Ways(governor, 2)));
    }

    [Fact]
    public void Decide_DaysOfChangingMixes_PartsStayFewAndEnd()
    {
        var random = new Random(7);
        var governor = Make();
        for (var minute = 1; minute <= 2 * 24 * 60; minute++)
        {
            var time = minute * 60.0;
            See(
                governor,
                time,
                [
                    Query(1, 200),
                    .. Enumerable
                        .Range(2, random.Next(6))
                        .Select(process =>
                            Query(process * 1000 + (minute % 100), random.Next(1, 12), started: time - 30)
                        ),
                ]
            );
            Assert.InRange(governor.Program.Parts.Length, 0, 14);
            Assert.All(governor.Program.Parts, part => Assert.InRange(part.Number, 1, 20));
        }

        See(governor, (2 * 24 * 3600) + 200.0);
        Assert.Empty(governor.Program.Parts);
    }

    [Fact]
    public void Explain_QueryHasAPart_MasksBeforeAreThoseOfItsPool()
    {
        var governor = Make();
        See(governor, 10, Query(2, 200), Query(3, 0, streams: true));
        See(governor, 12, Query(2, 200), Query(3, 0, streams: true));
        See(governor, 14, Query(1, 9), Query(2, 200), Query(3, 0, streams: true));

        var (part, pool) = (governor.Explain(1)!.Allotment, governor.Explain(2)!.Allotment);

        Assert.Equal(("part 2 of joins", "joins"), (part.Pool, pool.Pool));
        Assert.Equal(18, BitOperations.PopCount(pool.Masks.Single().Before));
        Assert.Equal(pool.Masks.Single().Before, part.Masks.Single().Before);
    }

    [Fact]
    public void Decide_ItsPhaseIsOfAnotherClass_LeavesItsPartWhoseNumberIsGivenBack()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));
        var sorting = Query(1, 9) with { Phase = PlanShape.Sort };

        var turn = See(governor, 10.1, sorting, Query(2, 200));
        Assert.Contains(turn.Moves, move => move is { ProcessId: 1, PoolNumber: 2 });
        See(governor, 12, sorting, Query(2, 200));
        Assert.Equal(2, governor.Find(1)?.PoolNumber);
        Assert.Equal(Ways(governor, 2), governor.Program.Parts.Single().WayCount);

        See(governor, 73, sorting, Query(2, 200));
        Assert.Empty(governor.Program.Parts);
    }

    [Fact]
    public void Decide_PhaseEndsAndComesAgain_HasTheSamePartAgain()
    {
        var governor = Make();
        See(governor, 10, Query(1, 9), Query(2, 200));
        var part = PartOf(governor, 1);

        for (var time = 12; time < 200; time += 4)
        {
            See(governor, time, Query(1, 9) with { Phase = PlanShape.Sort }, Query(2, 200));
            Assert.Equal(2, governor.Find(1)?.PoolNumber);
            See(governor, time + 2, Query(1, 9), Query(2, 200));
            Assert.Equal(part, PartOf(governor, 1));
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(16)]
    [InlineData(8, "epyc_many_ccx")]
    public void Decide_QueriesComeAndGo_NoTwoShareAPartAndMasksAreWhole(int classes, string? profile = null)
    {
        var random = new Random(classes);
        var target = profile is null ? TargetProfile.Generic : BuiltInProfiles.Find(profile)!;
        var governor = Make(target with { ClassesOfService = classes });
        var running = new Dictionary<int, ObservedQuery>();
        for (var time = 10.0; time < 100; time += 0.5)
        {
            var process = random.Next(1, 12);
            if (!running.Remove(process))
            {
                running[process] = Query(
                    process,
                    random.Next(3) == 0 ? 200 : random.Next(1, 12),
                    started: time - random.Next(0, 30)
                );
            }

            var turn = See(governor, time, [.. running.Values]);

            var known = governor.Program.ThrottlingPools.Select(pool => pool.Number).ToHashSet();
            Assert.All(turn.Moves, move => Assert.True(move.PoolNumber == 0 || known.Contains(move.PoolNumber)));
            var inParts = governor.Queries.Where(query => IsPart(governor, query.PoolNumber)).ToList();
            Assert.Equal(inParts.Count, inParts.Select(query => query.PoolNumber).Distinct().Count());
            Assert.True(inParts.Count <= Math.Max(0, classes - 3));
            var numbers = governor.Program.ThrottlingPools.Select(pool => pool.ServiceClass ?? 0).ToHashSet();
            Assert.All(numbers, number => Assert.InRange(number, 0, classes - 1));
        }
    }

    [Fact]
    public void Decide_AnotherStreamComesFirst_BothHaveThePartThatTheFirstHad()
    {
        var governor = Make();
        See(governor, 10, Query(4, 200));
        See(governor, 12, Query(4, 200), Query(5, 0, streams: true));
        var part = PartOf(governor, 5);
        See(governor, 16, Query(1, 9), Query(4, 200), Query(5, 0, streams: true));

        See(governor, 20, Query(1, 9), Query(3, 0, streams: true), Query(4, 200), Query(5, 0, streams: true));
        See(governor, 24, Query(1, 9), Query(3, 0, streams: true), Query(4, 200), Query(5, 0, streams: true));

        Assert.Equal((part, part), (PartOf(governor, 3), PartOf(governor, 5)));
    }

    [Fact]
    public void HasOwnDomains_AsMoreAndFewerQueriesRun_IsWhatHoldsNow()
    {
        var governor = Make(BuiltInProfiles.Find("epyc_many_ccx")!);
        Assert.False(governor.HasOwnDomains);

        See(governor, 10, Query(1, 9), Query(2, 200));
        Assert.True(governor.HasOwnDomains);

        See(governor, 20, [.. Enumerable.Range(1, 12).Select(process => Query(process, 9 + process))]);
        Assert.False(governor.HasOwnDomains);

        See(governor, 30, Query(1, 9), Query(2, 200));
        Assert.True(governor.HasOwnDomains);
    }
}
