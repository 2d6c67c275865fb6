using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Sharing;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Sharing;

public sealed class SharedHostTests
{
    private const string Group = "/system.slice";

    private readonly SharedHost _host = new();
    private int _seconds;

    [Fact]
    public void Program_OfAServerAlone_IsAsCompiled()
    {
        var program = Compile("pool a { cpu weight 100 cache 4 ways, exclusive }");

        Assert.Same(program, Govern("pg", program).Program);
    }

    [Fact]
    public void Masks_OfExclusivePools_KeepClearOfTheOtherServers()
    {
        var pg = Govern("pg", Compile("pool a { cache 6 ways, exclusive } pool b { cache 8 ways }"));
        var maria = Govern("maria", Compile("pool c { cache 5 ways, exclusive } pool d { cache 9 ways }"));
        Turn(pg, maria);

        var (a, b, c, d) = (Mask(pg, "a"), Mask(pg, "b"), Mask(maria, "c"), Mask(maria, "d"));
        Assert.Equal(0UL, a & (b | c | d));
        Assert.Equal(0UL, c & (a | b | d));
        Assert.Equal((6, 5), (Ways(a), Ways(c)));
        Assert.Equal(b, b & d);
        Assert.Contains("the host's other servers", Reason(pg, "a"), StringComparison.Ordinal);
    }

    [Fact]
    public void Masks_PoolWhoseShareIsEveryWay_KeepsClearOfAnotherServersExclusiveOne()
    {
        var pg = Govern("pg", Compile("pool wide { cpu weight 100 cache 100% } pool free { cpu weight 50 }"));
        var (maria, tenant) = GovernTenant("maria", Compile("pool a { cache 6 ways, exclusive }"));
        Turn(pg, maria, pg);
        Assert.Equal(0UL, Mask(pg, "wide") & Mask(maria, "a"));
        Assert.Equal(14, Ways(Mask(pg, "wide")));

        tenant.Dispose();
        Turn(pg);
        Assert.Null(pg.Program.FindPool("wide")!.ServiceClass);
    }

    [Fact]
    public void Masks_PoolWhoseShareIsEveryWayBesideNoExclusiveOne_NeedsNoClass()
    {
        var pg = Govern("pg", Compile("pool wide { cpu weight 100 cache 100% }"));
        var maria = Govern("maria", Compile("pool a { cache 6 ways }"));
        Turn(pg, maria, pg);

        Assert.Null(pg.Program.FindPool("wide")!.ServiceClass);
    }

    [Fact]
    public void Masks_ExclusivePoolsThatAskForTooMuch_AreSharedAndSaySo()
    {
        var pg = Govern("pg", Compile("pool a { cache 12 ways, exclusive }"));
        var maria = Govern("maria", Compile("pool c { cache 12 ways, exclusive }"));
        Turn(pg, maria);

        Assert.Contains("not exclusive: there are too few ways", Reason(pg, "a"), StringComparison.Ordinal);
        Assert.Contains("apart from the other pools", Reason(maria, "c"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pool a { cpu weight 2000 cache 6 ways, exclusive }", 16)]
    [InlineData("pool a { cpu weight 100 cache 4 ways }", 1)]
    public void Settings_CacheOfTheProtectedPoolOrWithoutEffect_IsToldAsIfAlone(string pools, int classes)
    {
        var alone = Compile(pools, TargetProfile.Generic with { ClassesOfService = classes });
        var pg = Govern("pg", alone);
        var maria = Govern("maria", Compile("pool c { cache 4 ways }", alone.Target));
        Turn(pg, maria, pg);

        var (expected, told) = (Cache(alone, "a"), Cache(pg.Program, "a"));
        Assert.Equal((expected.Effect, expected.Effective), (told.Effect, told.Effective));
    }

    [Fact]
    public void PlaceAgain_PoolsWereAdaptedWhileNotExclusive_AreExclusiveWhenThereIsRoom()
    {
        var pg = _host.Join("pg", Group);
        var maria = Govern("maria", Compile("pool c { cache 12 ways, exclusive }"));
        var placed = pg.Place(pg.Restrict(Compile("pool a { cpu weight 100 cache 12 ways, exclusive }")));
        Assert.False(Assert.Single(placed.Layout.Classes).IsExclusive);

        var adapted = pg.Place(
            placed.WithPools([.. placed.Pools.Select(pool => pool.Throttles ? pool.WithShare(0.07) : pool)])
        );
        Assert.False(Assert.Single(adapted.Layout.Classes).IsExclusive);
        maria.Replace(Compile("pool c { cache 4 ways, exclusive }"));

        var again = pg.PlaceAgain()!;
        Assert.True(Assert.Single(again.Layout.Classes).IsExclusive);
        Assert.Equal(0.07, again.FindPool("a")!.CpuShare);
    }

    [Fact]
    public void Classes_TooFewForAll_AreDividedAndReturnedWhenOneLeaves()
    {
        const string Pools = "pool a { cache 3 ways } pool b { cache 6 ways } pool c { cache 9 ways }";
        var few = TargetProfile.Generic with { ClassesOfService = 5 };
        var pg = Govern("pg", Compile(Pools, few));
        var (maria, tenant) = GovernTenant("maria", Compile(Pools, few));
        Turn(pg, maria);

        Assert.Equal((2, 2), (ClassCount(pg), ClassCount(maria)));
        Assert.Equal((2, 4), (tenant.Share!.Classes, tenant.Share.AllClasses));
        Assert.Equal("pg", Assert.Single(tenant.Share.Others));

        tenant.Dispose();
        Turn(pg);
        Assert.Equal(3, ClassCount(pg));
    }

    [Fact]
    public void Classes_StateBringsACacheSetting_GetsAClassBesideAnotherServer()
    {
        const string States = "state busy when host.cpu.pressure > 60%\nin busy { pool slow { cache 4 ways } }";
        var few = TargetProfile.Generic with { ClassesOfService = 3 };
        var pg = Govern("pg", Compile("pool slow { cpu weight 100 }", few, more: States));
        var maria = Govern("maria", Compile("pool a { cache 3 ways } pool b { cache 6 ways }", few));
        Turn(pg, maria);
        Assert.Equal((0, 1), (ClassCount(pg), ClassCount(maria)));

        pg.Decide(new Observation(Start.AddMinutes(6), []) { Pressure = new HostPressure(70, null, null) });
        Assert.Equal("busy", Assert.Single(pg.ActiveStates));
        Assert.Equal((1, 4), (ClassCount(pg), Ways(Mask(pg, "slow"))));
    }

    [Fact]
    public void Weights_OfServersInOneGroup_AreHeldAgainstTheHighest()
    {
        var pg = Govern("pg", Compile("pool slow { cpu weight 100 }"));
        var maria = Govern("maria", Compile("pool slow { cpu weight 100 }", top: 200));
        var apart = Govern("apart", Compile("pool slow { cpu weight 100 }", top: 200), "/other.slice");
        Turn(pg, maria, apart);

        Assert.Equal((0.1, 0.1, 0.5), (Share(pg), Share(maria), Share(apart)));
        Assert.Equal(0, maria.Program.Pools[0].Number);
    }

    [Fact]
    public void Weights_PoolEqualToItsOwnProtectedOne_IsNotMovedBesideAHigherOne()
    {
        var pg = Govern("pg", Compile("pool equal { cpu weight 100 } pool slow { cpu weight 20 }", top: 100));
        var maria = Govern("maria", Compile("pool slow { cpu weight 100 }"));
        Turn(pg, maria);

        var equal = pg.Program.FindPool("equal")!;
        Assert.Equal((0, false, null), (equal.Number, equal.LowIoPriority, equal.CpuShare));
        Assert.Equal(0.05, Share(pg));
    }

    [Fact]
    public void MayRelax_AnotherServerHasSomethingToProtect_IsFalse()
    {
        var scans = new[] { Scan(10), Scan(11) };
        var pg = new Governor(new Building.Scene().Program, new() { Tenant = _host.Join("pg", Group) });
        var maria = new Governor(new Building.Scene().Program, new() { Tenant = _host.Join("maria", Group) });
        After(maria, 0, [Query(12, Plan(PlanShape.Oltp))]);

        After(pg, 0, scans);
        Assert.False(After(pg, 4, scans));
        After(maria, 11, []);
        Assert.True(After(pg, 12, scans));
    }

    [Fact]
    public void IsAside_OneStandsAside_TheOtherHasTheHostUntilItIsBack()
    {
        const string Pools = "pool a { cache 6 ways, exclusive } pool slow { cpu weight 100 }";
        var alone = Compile(Pools);
        var pg = Govern("pg", alone);
        var (maria, tenant) = GovernTenant("maria", Compile(Pools, top: 2000));
        Turn(maria, pg);
        var shared = (Mask(pg, "a"), Share(pg));

        tenant.IsAside = true;
        Turn(pg);
        Assert.Equal((Mask(alone, "a"), Share(alone)), (Mask(pg, "a"), Share(pg)));

        tenant.IsAside = false;
        Turn(maria, pg, maria);
        Assert.Equal(shared.Item2, Share(pg));
        Assert.Equal(0UL, Mask(pg, "a") & Mask(maria, "a"));
    }

    [Fact]
    public void IsAside_ClassesOfService_AreReturned()
    {
        const string Pools = "pool a { cache 3 ways } pool b { cache 6 ways } pool c { cache 9 ways }";
        var few = TargetProfile.Generic with { ClassesOfService = 5 };
        var pg = Govern("pg", Compile(Pools, few));
        var (maria, tenant) = GovernTenant("maria", Compile(Pools, few));
        Turn(pg, maria);
        tenant.IsAside = true;
        Turn(pg, maria);
        Assert.Equal((3, 2), (ClassCount(pg), ClassCount(maria)));

        tenant.IsAside = false;
        Turn(pg, maria);
        Assert.Equal((2, 2), (ClassCount(pg), ClassCount(maria)));
    }

    [Fact]
    public void MayRelax_TheOneThatProtectsStandsAside_IsTrue()
    {
        var scans = new[] { Scan(10), Scan(11) };
        var tenant = _host.Join("maria", Group);
        var pg = new Governor(new Building.Scene().Program, new() { Tenant = _host.Join("pg", Group) });
        var maria = new Governor(new Building.Scene().Program, new() { Tenant = tenant });
        After(maria, 0, [Query(12, Plan(PlanShape.Oltp))]);
        After(pg, 0, scans);

        tenant.IsAside = true;
        Assert.True(After(pg, 12, scans));
        tenant.IsAside = false;
        Assert.False(After(pg, 13, scans));
    }

    [Fact]
    public async Task Turns_OfManyServersAtTheSameTime_EndWithMasksThatKeepClear()
    {
        var governors = Enumerable
            .Range(0, 4)
            .Select(index => Govern($"s{index}", Compile("pool a { cache 4 ways, exclusive }")))
            .ToArray();

        await Task.WhenAll(
            governors.Select(
                (governor, index) =>
                    Task.Run(() =>
                    {
                        for (var turn = 0; turn < 200; turn++)
                        {
                            var ways = 2 + (turn + index) % 3;
                            governor.Replace(Compile($"pool a {{ cache {ways} ways, exclusive }}"));
                            governor.Decide(new Observation(Start.AddSeconds(turn), []));
                        }
                    })
            )
        );

        Turn(governors);
        Turn(governors);
        var masks = governors.Select(governor => Mask(governor, "a")).ToArray();
        Assert.Equal(masks.Sum(Ways), Ways(masks.Aggregate((all, mask) => all | mask)));
    }

    private static bool After(Governor governor, int seconds, ObservedQuery[] queries)
    {
        governor.Decide(new Observation(Start.AddMinutes(1).AddSeconds(seconds), [.. queries]) { RecentlyIdle = [] });
        return governor.MayRelax;
    }

    private void Turn(params Governor[] governors)
    {
        foreach (var governor in governors)
            governor.Decide(new Observation(Start.AddMinutes(5).AddSeconds(_seconds++), []));
    }

    private Governor Govern(string name, PolicyProgram program, string group = Group) =>
        new(program, new GovernorOptions { Tenant = _host.Join(name, group) });

    private (Governor Governor, HostTenant Tenant) GovernTenant(string name, PolicyProgram program)
    {
        var tenant = _host.Join(name, Group);
        return (new Governor(program, new GovernorOptions { Tenant = tenant }), tenant);
    }

    private static ulong Mask(Governor governor, string pool) => Mask(governor.Program, pool);

    private static ulong Mask(PolicyProgram program, string pool) => program.FindPool(pool)!.Masks.Single().Mask;

    private static string Reason(Governor governor, string pool) =>
        governor.Program.FindPool(pool)!.Settings.Single().Reason;

    private static SettingEffect Cache(PolicyProgram program, string pool) =>
        program.FindPool(pool)!.Settings.Single(setting => setting.Name == "cache");

    private static int Ways(ulong mask) => System.Numerics.BitOperations.PopCount(mask);

    private static double? Share(Governor governor) => Share(governor.Program);

    private static double? Share(PolicyProgram program) => program.FindPool("slow")!.CpuShare;

    private static int ClassCount(Governor governor) =>
        governor.Program.ThrottlingPools.Select(pool => pool.ServiceClass).OfType<int>().Distinct().Count();

    private static PolicyProgram Compile(
        string pools,
        TargetProfile? target = null,
        int top = 1000,
        string more = ""
    ) =>
        PolicyProgram.Compile(
            PolicyReader
                .Check(
                    $"language 1\npool top {{ cpu weight {top} }}\n{pools}\ndefault -> top\n{more}",
                    "p.rgp",
                    target ?? TargetProfile.Generic
                )
                .Policy!,
            target ?? TargetProfile.Generic
        );
}
