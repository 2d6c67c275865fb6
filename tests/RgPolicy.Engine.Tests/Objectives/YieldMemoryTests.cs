using RgPolicy.Engine.Allot.Bounds;
using RgPolicy.Engine.Objectives;

namespace RgPolicy.Engine.Tests.Objectives;

/// <summary>How far a pool had given way is remembered while other settings let it give less.</summary>
public sealed class YieldMemoryTests
{
    private static readonly YieldName Name = new("p", false);

    // Halved down to 0.1: two levels from 0.4, one from 0.2, three from 0.8.
    private static readonly YieldKnob Two = new(1, "p", false, 0.4, 0.1);
    private static readonly YieldKnob One = Two with { Written = 0.2 };

    [Theory]
    [InlineData(1, 2)]
    [InlineData(0, 0)]
    public void Levels_KnobOfFewerLevels_StandsForAllThatWasGivenWhileAtItsEnd(int level, int expected)
    {
        var memory = YieldMemory.Beyond(Levels(2), [One]);

        Assert.Equal(expected, memory.Levels([One], [level])[Name]);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(0)]
    public void Levels_NothingBeyond_AreAsTheyAre(int level)
    {
        Assert.Equal(level, YieldMemory.Beyond(Levels(1), [One]).Levels([One], [level])[Name]);
        Assert.Equal(level, YieldMemory.None.Levels([Two], [level])[Name]);
    }

    [Fact]
    public void Levels_PoolHasNoKnobNow_AreRemembered() =>
        Assert.Equal(2, YieldMemory.Beyond(Levels(2), []).Levels([], [])[Name]);

    [Fact]
    public void Most_AnyKnob_IsTheLevelAtWhichTheFloorIsReached()
    {
        Assert.Equal((2, 1, 0), (Two.Most, One.Most, (One with { Written = 0.1 }).Most));
        Assert.Equal([0.4, 0.2, 0.1, 0.1], new[] { 0, 1, 2, 3 }.Select(Two.At));
    }

    private static ImmutableDictionary<YieldName, int> Levels(int level) =>
        ImmutableDictionary<YieldName, int>.Empty.Add(Name, level);
}
