using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class CacheDescriberTests
{
    private static readonly CacheHardware Hardware = new(20, 2, 0, false, 16, [0, 1]);
    private static readonly SettingEffect Cache = new("cache", "cache 10%", null, "none", "before");

    [Fact]
    public void Split_CacheSetting_TellsTheFewestWaysAndWhy()
    {
        var split = CacheDescriber.Split(Cache, [new(0, 0b1111), new(1, 0b11)], null, Hardware);

        Assert.Equal("running", split.Effect);
        Assert.StartsWith("2 of 20 ways (", split.Effective, StringComparison.Ordinal);
        Assert.Equal("has no class of service of its own: every way", split.Reason);
    }

    [Fact]
    public void Split_AnotherSetting_StaysAsItIs()
    {
        var weight = Cache with { Name = "cpu weight" };

        Assert.Same(weight, CacheDescriber.Split(weight, [new(0, 0b11)], null, Hardware));
    }
}
