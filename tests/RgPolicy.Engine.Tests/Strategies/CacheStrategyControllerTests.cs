using System.Numerics;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Strategies;

public sealed class CacheStrategyControllerTests
{
    private const double MiB = 1024 * 1024;

    [Fact]
    public void Decide_TwoAggregationsAndAScan_SplitsThemApart()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));

        var turn = scene.Turn(
            10,
            Query(1, PlanShape.Aggregation, 8),
            Query(2, PlanShape.Join, 64),
            Query(3, PlanShape.Scan, 0)
        );

        Assert.Equal(5, Ways(scene, "small"));
        Assert.Equal(13, Ways(scene, "large"));
        Assert.Equal(2, Ways(scene, "stream"));
        Assert.Equal(0xfffffUL, Mask(scene, "small") ^ Mask(scene, "large") ^ Mask(scene, "stream"));
        Assert.Contains(
            turn.Events,
            item => item is { Kind: "cache", Message: "cache split anew: small 5 apart, large 13 apart, stream 2" }
        );
        Assert.Equal("split for what runs now: apart from the other pools", Effect(scene, "small").Reason);
        Assert.Empty(scene.Program.NotEnforced);
    }

    [Fact]
    public void Decide_NobodyStreams_TheLargestHasTheReserveToo()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));

        scene.Turn(10, Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));

        Assert.Equal((5, 15), (Ways(scene, "small"), Ways(scene, "large")));
        Assert.Equal(0UL, Mask(scene, "small") & Mask(scene, "large"));
        Assert.Equal(Mask(scene, "stream"), Mask(scene, "stream") & Mask(scene, "large"));
    }

    [Fact]
    public void Decide_StreamComesWithinTheDwell_SplitsAtOnce()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));
        var (small, large) = (Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));
        scene.Turn(10, small, large);

        scene.Turn(10.2, small, large, Query(3, PlanShape.Scan, 0));

        Assert.Equal((5, 13, 2), (Ways(scene, "small"), Ways(scene, "large"), Ways(scene, "stream")));
        Assert.Equal(0UL, Mask(scene, "stream") & (Mask(scene, "small") | Mask(scene, "large")));
    }

    [Fact]
    public void Decide_MixChanges_SplitsAgainAfterTheDwell()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));
        var (small, large, scan) = (
            Query(1, PlanShape.Aggregation, 8),
            Query(2, PlanShape.Join, 64),
            Query(3, PlanShape.Scan, 0)
        );
        scene.Turn(10, small, large, scan);

        scene.Turn(10.5, large, scan);
        Assert.Equal(13, Ways(scene, "large"));
        scene.Turn(11.1, large, scan);

        Assert.Equal(18, Ways(scene, "large"));
        Assert.Equal(2, Ways(scene, "small"));
        Assert.Equal(0UL, Mask(scene, "large") & Mask(scene, "stream"));
    }

    [Fact]
    public void Decide_StateIsEntered_TheSplitAndItsDwellGoOn()
    {
        var governor = WithState("cpu weight 50");
        var (small, large, scan) = (
            Query(1, PlanShape.Aggregation, 8),
            Query(2, PlanShape.Join, 64),
            Query(3, PlanShape.Scan, 0)
        );
        governor.Decide(Scene.See(10, small, large, scan));
        var masks = Masks(governor);

        var turn = governor.Decide(Scene.See(10.5, large, scan) with { Pressure = new HostPressure(70, null, null) });

        Assert.Equal(["busy"], governor.ActiveStates.ToArray());
        Assert.Equal(masks, Masks(governor));
        Assert.DoesNotContain(turn.Events, item => item.Kind == "cache");
        governor.Decide(Scene.See(11.1, large, scan) with { Pressure = new HostPressure(70, null, null) });
        Assert.NotEqual(masks, Masks(governor));
    }

    [Fact]
    public void Decide_StateThrottlesAShare_SplitsTheSameMixWithinIt()
    {
        var governor = WithState("cache 25%, at least 2 ways");
        governor.Decide(
            Scene.See(10, Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64), Query(3, PlanShape.Scan, 0))
        );
        Assert.Equal(13, Masks(governor).Select(BitOperations.PopCount).ElementAt(1));

        governor.Decide(Scene.See(10.5) with { Pressure = new HostPressure(70, null, null) });

        var masks = Masks(governor);
        Assert.Equal((13, 5), (BitOperations.PopCount(masks[0]), BitOperations.PopCount(masks[1])));
        Assert.Equal(0UL, masks[0] & masks[1]);
    }

    [Fact]
    public void Decide_NobodyElse_HasItsShareAsWritten()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));

        scene.Turn(10, Query(1, PlanShape.Aggregation, 8), Query(4, PlanShape.Aggregation, 1));

        Assert.Same(scene.Program, scene.Governor.Program);
    }

    [Fact]
    public void Decide_QueriesThatEndSoon_ChangeNothing()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));

        scene.Turn(0.06, Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));
        Assert.Same(scene.Program, scene.Governor.Program);
        scene.Turn(0.12, Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));

        Assert.NotSame(scene.Program, scene.Governor.Program);
    }

    [Fact]
    public void Decide_SmallChangeOfDemand_StaysInTheDeadBand()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));
        scene.Turn(10, Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));
        var before = scene.Governor.Program;

        scene.Turn(20, Query(1, PlanShape.Aggregation, 9), Query(2, PlanShape.Join, 64));
        Assert.Same(before, scene.Governor.Program);
        scene.Turn(30, Query(1, PlanShape.Aggregation, 12), Query(2, PlanShape.Join, 64));

        Assert.Equal(8, Ways(scene, "small"));
    }

    [Fact]
    public void Decide_SplitAgain_MovesNoProcess()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));
        var (small, large) = (Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));
        scene.Turn(10, small, large);

        var turn = scene.Turn(12, large, Query(3, PlanShape.Scan, 0));

        Assert.Equal([1, 3], turn.Moves.Select(move => move.ProcessId));
        Assert.Contains(turn.Events, item => item.Kind == "cache");
    }

    [Fact]
    public void Decide_SameMix_AllocatesNothing()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Dynamic));
        var same = Scene.See(20, Query(1, PlanShape.Aggregation, 8), Query(2, PlanShape.Join, 64));
        scene.Governor.Decide(Scene.See(10, [.. same.Queries]));
        scene.Governor.Decide(same);
        scene.Governor.Decide(same);

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var turn = 0; turn < 100; turn++)
            scene.Governor.Decide(same);

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    [Fact]
    public void Decide_Locality_WeakBesideOthersGetsAPocket()
    {
        var scene = new Scene(Policy(CacheStrategyKind.Locality));
        var weak = Query(2, PlanShape.Join, 640, PlanLocality.Weak);

        scene.Alone(30, weak);
        Assert.Same(scene.Program, scene.Governor.Program);
        scene.Alone(32, weak, Query(1, PlanShape.Aggregation, 2));

        Assert.Equal((20, 2), (Ways(scene, "small"), Ways(scene, "large")));
        scene.Alone(34, weak);
        Assert.Equal(20, Ways(scene, "large"));
        scene.Turn(36, weak, Query(9, PlanShape.Oltp, 1));
        Assert.Equal(2, Ways(scene, "large"));
    }

    [Fact]
    public void Compile_TargetWithoutCat_SaysThatTheStrategyIsNotCarriedOut()
    {
        var target = TargetProfile.Generic with { LlcWays = 0, ClassesOfService = 0 };

        var program = PolicyProgram.Compile(Policy(CacheStrategyKind.Dynamic), target);

        Assert.Equal("cache strategy dynamic", Assert.Single(program.NotEnforced).Name);
    }

    [Fact]
    public void Decide_RandomMixes_KeepsFloorsCapsAndTheDwell()
    {
        var random = new Random(77);
        for (var round = 0; round < 150; round++)
        {
            var target = TargetProfile.Generic with
            {
                LlcWays = random.Next(6, 21),
                ClassesOfService = random.Next(3, 8),
                Sockets = random.Next(1, 3),
            };
            var governor = new Governor(
                PolicyProgram.Compile(Policy(CacheStrategyKind.Dynamic, random.Next(1, 5)), target),
                new GovernorOptions()
            );
            var (before, changed, streamed) = (governor.Program, -10.0, false);
            for (var time = 5.0; time < 25; time += 0.3)
            {
                ObservedQuery[] mix = [.. RandomMix(random)];
                var streams = mix.Any(query => query.Plan.Profile?.Shape == PlanShape.Scan);
                governor.Decide(Scene.See(time, mix));
                if (!ReferenceEquals(before, governor.Program))
                {
                    // A stream that was not there does not wait.
                    Assert.True(time - changed >= 0.999 || (streams && !streamed));
                    (before, changed, streamed) = (governor.Program, time, streams);
                    Assert.All(before.Pools, pool => AssertBounds(pool, target));
                }
            }

            Assert.True(changed > 0);
        }
    }

    /// <summary>The same policy with a state that changes a setting of the pool `large`.</summary>
    private static Governor WithState(string setting)
    {
        var check = PolicyReader.Check(
            $$"""
            language 1
            pool critical { cpu weight 1000 }
            pool small    { cache 100%, at least 2 ways }
            pool large    { cache 100%, at least 2 ways }
            pool stream   { cache 50%, at least 2 ways }
            class oltp -> critical when plan.shape = oltp
            class agg  -> small    when plan.shape = aggregation
            class join -> large    when plan.shape = join
            class scan -> stream   when plan.shape = scan
            default    -> critical
            cache strategy dynamic
            state busy when host.cpu.pressure > 60%
            in busy { pool large { {{setting}} } }
            """,
            "p.rgp",
            TargetProfile.Generic
        );
        return new Governor(
            PolicyProgram.Compile(
                check.Policy ?? throw new InvalidOperationException(check.Diagnostics[0].Message),
                TargetProfile.Generic
            ),
            new GovernorOptions()
        );
    }

    private static ulong[] Masks(Governor governor) =>
        [
            .. governor
                .Program.Pools.Where(pool => pool.Pool.Name is "small" or "large" or "stream")
                .Select(pool => pool.Masks.Single().Mask),
        ];

    private static void AssertBounds(PoolAllotment pool, TargetProfile target)
    {
        var cache = pool.Pool.Find(SettingName.Cache)?.Value as CacheValue;
        Assert.All(
            pool.Masks,
            mask =>
                Assert.InRange(BitOperations.PopCount(mask.Mask), Math.Max(2, cache?.AtLeastWays ?? 0), target.LlcWays)
        );
        Assert.All(
            pool.Masks,
            mask =>
                Assert.True(
                    BitOperations.PopCount(mask.Mask)
                        == 64 - BitOperations.LeadingZeroCount(mask.Mask) - BitOperations.TrailingZeroCount(mask.Mask)
                )
        );
    }

    private static IEnumerable<ObservedQuery> RandomMix(Random random)
    {
        PlanShape[] shapes = [PlanShape.Aggregation, PlanShape.Join, PlanShape.Scan, PlanShape.Oltp];
        for (var process = 1; process <= 6; process++)
        {
            if (random.Next(2) == 0)
                yield return Query(process, shapes[random.Next(4)], random.Next(0, 60));
        }
    }

    private static Policy Policy(CacheStrategyKind kind, int floor = 2) =>
        new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("small", Share(floor))
            .Pool("large", Share(2))
            .Pool("stream", Cache(50))
            .Class("oltp", "critical", Is("plan.shape", "oltp"))
            .Class("agg", "small", Is("plan.shape", "aggregation"))
            .Class("join", "large", Is("plan.shape", "join"))
            .Class("scan", "stream", Is("plan.shape", "scan"))
            .Default("critical")
            .Strategy(kind)
            .Build();

    private static Setting Share(int floor) =>
        new(SettingName.Cache, new CacheValue(100, null, floor, false), false, "cache 100%", default);

    private static ObservedQuery Query(
        int process,
        PlanShape shape,
        double mebibytes,
        PlanLocality locality = PlanLocality.Strong
    ) =>
        Scene.Query(
            process,
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = shape,
                    WorkingSetBytes = new Figure((decimal)(mebibytes * MiB), Provenance.Estimate),
                    Temporality = shape == PlanShape.Scan ? Temporality.NonTemporal : Temporality.Temporal,
                    Locality = locality,
                },
                "test"
            )
        );

    private static PoolAllotment Pool(Scene scene, string name) =>
        scene.Governor.Program.Pools.Single(pool => pool.Pool.Name == name);

    private static int? Ways(Scene scene, string name) => Pool(scene, name).WayCount ?? 20;

    private static ulong Mask(Scene scene, string name) => Pool(scene, name).Masks.Single().Mask;

    private static RgPolicy.Engine.Allot.SettingEffect Effect(Scene scene, string name) =>
        Pool(scene, name).Settings.Single(item => item.Name == "cache");
}
