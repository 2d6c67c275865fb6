using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class LowestPoolsTests
{
    private static readonly RuleAction Deprioritize = new RuleAction.Deprioritize();

    [Fact]
    public void Deprioritize_ScanInAThrottledCache_KeepsMaskAndServiceClass()
    {
        var program = Compile(With(Deprioritize, Weight(500), Cache(10)));

        var (pool, lowest) = (program.FindPool("slow")!, Lowest(program));
        Assert.Equal(pool.Masks, lowest.Masks);
        Assert.Equal(pool.ServiceClass, lowest.ServiceClass);
        Assert.Equal((0.05, true), (lowest.CpuShare, lowest.LowIoPriority));
        Assert.DoesNotContain(lowest.Number, program.Pools.Select(each => each.Number));
    }

    [Fact]
    public void Deprioritize_PoolWithAWeightAlone_IsThePlainLowest()
    {
        var program = Compile(With(Deprioritize, Weight(500)));

        Assert.Same(program.Lowest, Lowest(program));
        Assert.Equal(2, program.ThrottlingPools.Count());
    }

    [Fact]
    public void Deprioritize_PoolThatHasTheLowestWeight_StaysInIt()
    {
        var program = Compile(With(Deprioritize, Weight(10), Cache(10)));

        Assert.Equal(program.FindPool("slow")!.Number, program.LowestPools.For(program.FindPool("slow")!.Pool.Index));
    }

    [Fact]
    public void Deprioritize_OtherMasks_Follow()
    {
        var program = Compile(With(Deprioritize, Weight(500), Cache(10)));
        var wider = Compile(With(Deprioritize, Weight(500), Cache(50)));

        var changed = program.WithLayout(
            wider.Layout,
            Engine.Allot.CacheHardware.Of(program.Target, Engine.Allot.CpuMap.Of(program.Target))
        );

        Assert.Equal(
            wider.FindPool("slow")!.Masks.Select(mask => mask.Mask),
            Lowest(changed).Masks.Select(mask => mask.Mask)
        );
        Assert.Equal(Lowest(program).Number, Lowest(changed).Number);
    }

    [Fact]
    public void LowestPools_RuleThatNeedsNone_AreNone()
    {
        var program = Compile(With(new RuleAction.Log(), Weight(500), Cache(10)));

        Assert.Null(program.Lowest);
        Assert.Null(program.LowestPools.For(1));
        Assert.False(program.LowestPools.Contains(7));
    }

    private static Engine.Allot.PoolAllotment Lowest(PolicyProgram program) =>
        program.ThrottlingPools.Single(pool =>
            pool.Number == program.LowestPools.For(program.FindPool("slow")!.Pool.Index)
        );

    private static PolicyBuilder With(RuleAction action, params Setting[] slow)
    {
        var builder = new PolicyBuilder()
            .Pool("top", Weight(1000))
            .Pool("slow", slow)
            .Class("scan", "slow", Is("plan.shape", "scan"))
            .Default("top");
        return builder.Rule("r", "scan", null, (Compare("request.elapsed", ComparisonOperator.Greater, 10), action));
    }

    private static PolicyProgram Compile(PolicyBuilder policy) =>
        PolicyProgram.Compile(policy.Build(), TargetProfile.Generic);
}
