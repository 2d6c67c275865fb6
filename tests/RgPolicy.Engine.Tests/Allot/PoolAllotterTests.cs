using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class PoolAllotterTests
{
    [Fact]
    public void Allot_Weights_ScaleAgainstTheProtectedPoolAndStaySafe()
    {
        var pools = Allot(
            new PolicyBuilder().Pool("low", Weight(10)).Pool("top", Weight(1000)).Pool("plain").Pool("mid", Weight(500))
        );

        Assert.Equal([1, 0, 2, 3], pools.Select(pool => pool.Number));
        Assert.Equal([0.05, null, 0.1, 0.5], pools.Select(pool => pool.CpuShare));
        Assert.Equal([true, false, true, false], pools.Select(pool => pool.LowIoPriority));
        Assert.Equal("raised to the lowest safe weight, 5 % of the protected pool's", pools[0].Settings[0].Reason);
        Assert.Equal("running", pools[1].Settings[0].Effect);
    }

    [Fact]
    public void Allot_EqualPools_AreNeverMoved()
    {
        var pools = Allot(
            new PolicyBuilder().Pool("a", Weight(200)).Pool("b", Weight(200)).Pool("c", Weight(200), Cache(10))
        );

        Assert.Equal([0, 0, 1], pools.Select(pool => pool.Number));
        Assert.Equal(1, pools[2].CpuShare);
    }

    [Fact]
    public void Allot_WholeCacheWithoutAStrategy_IsNeverMoved()
    {
        var pools = Allot(new PolicyBuilder().Pool("a", Weight(200), Cache(100)).Pool("b", Weight(200), Cache(100)));

        Assert.Equal([0, 0], pools.Select(pool => pool.Number));
    }

    [Fact]
    public void Allot_NoCacheSettingUnderAStrategy_IsNeverMoved()
    {
        var pools = Allot(
            new PolicyBuilder()
                .Pool("a", Weight(200), Cache(100))
                .Pool("b", Weight(200), Cache(100))
                .Pool("c", Weight(200))
                .Strategy(CacheStrategyKind.Dynamic),
            TargetProfile.Generic with
            {
                LlcWays = 20,
                ClassesOfService = 16,
            }
        );

        Assert.Equal([0, 1, 0], pools.Select(pool => pool.Number));
    }

    [Fact]
    public void Allot_OnlyMemoryBandwidth_ThrottlesWhereItIsLessThanAll()
    {
        var pools = Allot(
            new PolicyBuilder()
                .Pool("all", Weight(200), Amount(SettingName.MemoryBandwidth, 100, SignalType.Percent))
                .Pool("half", Weight(200), Amount(SettingName.MemoryBandwidth, 50, SignalType.Percent))
        );

        Assert.Equal([0, 1], pools.Select(pool => pool.Number));
        Assert.Equal(50, pools[1].MemoryBandwidthPercent);
    }

    [Fact]
    public void Allot_OnlyCacheShares_LeavesTheCpuAloneAndFavoursTheWidest()
    {
        var pools = Allot(
            new PolicyBuilder().Pool("polluting", Cache(10)).Pool("either", Cache(60)).Pool("sensitive", Cache(100))
        );

        Assert.Equal([1, 2, 0], pools.Select(pool => pool.Number));
        Assert.Equal([2, 12, null], pools.Select(pool => pool.WayCount));
        Assert.All(pools, pool => Assert.Null(pool.CpuShare));
        Assert.Equal("2 of 20 ways (mask 0x3)", pools[0].Settings[0].Effective);
        Assert.Equal("12 of 20 ways (mask 0xfff)", pools[1].Settings[0].Effective);
        Assert.Equal("none", pools[2].Settings[0].Effect);
    }

    [Theory]
    [InlineData(1, null, 20, 2)]
    [InlineData(14, null, 20, 2)]
    [InlineData(15, null, 20, 3)]
    [InlineData(10, 4, 20, 4)]
    public void Allot_CacheShare_IsRoundedDownButNeverOneWay(int percent, int? atLeast, int ways, int expected)
    {
        var cache = new Setting(
            SettingName.Cache,
            new CacheValue(percent, null, atLeast, false),
            false,
            "cache",
            default
        );
        var target = TargetProfile.Generic with { LlcWays = ways };

        var pool = Allot(new PolicyBuilder().Pool("top", Weight(1000)).Pool("p", cache), target)[1];

        Assert.Equal(expected, pool.WayCount);
        Assert.Equal((1UL << expected) - 1, Assert.Single(pool.Masks).Mask);
    }

    [Fact]
    public void Allot_CpuCap_IsTheLowestSafeWeight()
    {
        var pool = Allot(new PolicyBuilder().Pool("top").Pool("p", Amount(SettingName.CpuCap, 20, SignalType.Percent)))[
            1
        ];

        Assert.Equal((1, 0.05), (pool.Number, pool.CpuShare));
        Assert.Equal("running", pool.Settings[0].Effect);
    }

    [Theory]
    [InlineData(CoreSetKind.Percent, 30, null, "0,1,2,3,4")]
    [InlineData(CoreSetKind.Percent, 1, null, "0")]
    [InlineData(CoreSetKind.Socket, null, 1, "8,9,10,11,12,13,14,15")]
    [InlineData(CoreSetKind.Numa, null, 7, null)]
    public void Allot_Cores_AreResolvedOnTheTarget(CoreSetKind kind, int? percent, int? index, string? expected)
    {
        var value = new CoreSetValue(kind, percent is { } number ? (Rational?)number : null, [], index);
        var target = TargetProfile.Generic with { Sockets = 2 };

        var pool = Allot(new PolicyBuilder().Pool("top", Weight(1000)).Pool("p", Cores(value)), target)[1];

        Assert.Equal(expected, pool.Cores is { } cores ? string.Join(',', cores) : null);
        Assert.Equal(expected is null ? "none" : "running", pool.Settings[0].Effect);
    }

    [Fact]
    public void Allot_TooFewClassesOfService_FoldsTheClosestIntoTheWider()
    {
        var builder = new PolicyBuilder()
            .Pool("top", Weight(1000))
            .Pool("a", Cache(10))
            .Pool("b", Cache(20))
            .Pool("c", Cache(60));

        var pools = Allot(builder, TargetProfile.Generic with { ClassesOfService = 3 });

        Assert.Equal([null, 4, 4, 12], pools.Select(pool => pool.WayCount));
        Assert.Contains("shares a class of service", pools[1].Settings[0].Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Allot_TargetWithoutProcesses_MovesNothingAndSaysWhy()
    {
        var pools = Allot(
            new PolicyBuilder().Pool("top", Weight(1000)).Pool("low", Weight(10), Cache(10)),
            TargetProfile.Generic with
            {
                DbmsKind = "sqlserver",
            }
        );

        Assert.All(pools, pool => Assert.Equal(0, pool.Number));
        Assert.All(
            pools.SelectMany(pool => pool.Settings),
            setting => Assert.True(setting.Reason.Length > 0 && setting.Effect == "none")
        );
    }

    [Theory]
    [InlineData(
        16,
        "MAXDOP 4|next_execution, a grant of at most 10% of the pool's workspace memory|next_execution, |none"
    )]
    [InlineData(15, "|none, |none, |none")]
    public void Allot_SettingsThatHintsCarry_AreShownAsWhatTheyComeTo(int major, string expected)
    {
        var builder = new PolicyBuilder().Pool(
            "low",
            Amount(SettingName.Maxdop, 4, SignalType.Count),
            Amount(SettingName.Grant, 10, SignalType.Percent),
            Amount(SettingName.Concurrency, 5, SignalType.Count)
        );

        var pools = Allot(builder, TargetProfile.Generic with { DbmsKind = "sqlserver", DbmsVersion = [major] });

        Assert.Equal(expected, string.Join(", ", pools[0].Settings.Select(each => $"{each.Effective}|{each.Effect}")));
    }

    [Fact]
    public void Allot_RandomPoolsAndTargets_IsAlwaysLegal()
    {
        var random = new Random(17);
        for (var round = 0; round < 3000; round++)
        {
            var target = RandomTarget(random);
            var builder = new PolicyBuilder();
            for (var count = random.Next(1, 8); count > 0; count--)
                builder.Pool("p" + count, [.. RandomSettings(random)]);

            var pools = Allot(builder, target);

            Assert.Contains(pools, pool => pool.Number == 0);
            Assert.Equal(
                Enumerable.Range(1, pools.Count(pool => pool.Throttles)),
                pools.Where(pool => pool.Throttles).Select(pool => pool.Number)
            );
            Assert.All(pools, pool => AssertLegal(pool, target));
            var classes = pools.Select(pool => pool.ServiceClass).OfType<int>().Distinct();
            Assert.True(classes.Count() <= Math.Max(0, target.ClassesOfService - 1));
        }
    }

    private static void AssertLegal(PoolAllotment pool, TargetProfile target)
    {
        Assert.True(pool.CpuShare is null or (>= 0.05 and <= 1));
        Assert.True(
            pool.WayCount is null
                || (pool.WayCount >= Math.Min(2, target.LlcWays) && pool.WayCount >= target.MinimumMaskBits)
        );
        Assert.All(pool.Masks, mask => Assert.True(mask.Mask >> target.LlcWays == 0));
        Assert.True(pool.Masks.IsEmpty || pool.ServiceClass is not null);
        Assert.True(pool.MemoryBandwidthPercent is null or (>= 10 and <= 100));
        Assert.True(
            pool.Cores is null
                || (pool.Cores.Value.Length > 0 && pool.Cores.Value.All(core => core >= 0 && core < target.Cores))
        );
        Assert.Equal(pool.Pool.Settings.Length, pool.Settings.Length);
        Assert.All(pool.Settings, setting => Assert.Equal(setting.Effect == "none", setting.Effective is null));
        Assert.All(pool.Settings, setting => Assert.True(setting.Reason.Length > 0));
        if (!pool.Throttles)
        {
            Assert.True(
                pool
                    is {
                        CpuShare: null,
                        Cores: null,
                        WayCount: null,
                        MemoryBandwidthPercent: null,
                        LowIoPriority: false,
                        ServiceClass: null
                    }
            );
        }
    }

    private static TargetProfile RandomTarget(Random random) =>
        TargetProfile.Generic with
        {
            DbmsKind = random.Next(5) == 0 ? "sqlserver" : "postgresql",
            Sockets = random.Next(1, 3),
            Cores = random.Next(2, 64),
            LlcWays = random.Next(4) == 0 ? 0 : random.Next(2, 21),
            MinimumMaskBits = random.Next(1, 3),
            ClassesOfService = random.Next(0, 6),
            HasMemoryBandwidthAllocation = random.Next(2) == 0,
        };

    private static IEnumerable<Setting> RandomSettings(Random random)
    {
        if (random.Next(2) == 0)
            yield return Weight(random.Next(1, 10001));

        if (random.Next(2) == 0)
            yield return Cache(random.Next(1, 101));

        if (random.Next(2) == 0)
            yield return Amount(SettingName.MemoryBandwidth, random.Next(1, 101), SignalType.Percent);

        if (random.Next(3) == 0)
            yield return Amount(SettingName.CpuCap, random.Next(1, 101), SignalType.Percent);

        if (random.Next(2) == 0)
        {
            yield return Cores(
                (CoreSetKind)random.Next(5) switch
                {
                    CoreSetKind.All => new CoreSetValue(CoreSetKind.All, null, [], null),
                    CoreSetKind.Percent => new CoreSetValue(CoreSetKind.Percent, random.Next(1, 101), [], null),
                    CoreSetKind.List => new CoreSetValue(
                        CoreSetKind.List,
                        null,
                        [random.Next(10), 10 + random.Next(90)],
                        null
                    ),
                    var part => new CoreSetValue(part, null, [], random.Next(3)),
                }
            );
        }

        yield return Amount(
            (SettingName)(random.Next(2) == 0 ? (int)SettingName.Maxdop : (int)SettingName.IoWrite),
            4,
            SignalType.Count
        );
    }

    private static ImmutableArray<PoolAllotment> Allot(PolicyBuilder builder, TargetProfile? target = null) =>
        PolicyProgram
            .Compile(builder.Default(builder.Build().Pools[0].Name).Build(), target ?? TargetProfile.Generic)
            .Pools;
}
