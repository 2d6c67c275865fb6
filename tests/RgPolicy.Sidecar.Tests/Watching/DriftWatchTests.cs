using RgPolicy.Sidecar.Watching;

namespace RgPolicy.Sidecar.Tests.Watching;

public sealed class DriftWatchTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void Look_WhenNothingChanged_FindsNothingAndSaysNothing()
    {
        var watch = new DriftWatch(_time);
        watch.Remember(Marks("a", "1"));

        Assert.Empty(watch.Look(Marks("a", "1")));
        Assert.Empty(watch.Notes);
        Assert.False(watch.IsDue);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(watch.IsDue);
    }

    [Theory]
    [InlineData("1", "fixed")]
    [InlineData("2", "not as before")]
    public void Repaired_OfAChange_SaysWhetherItIsAsBefore(string after, string said)
    {
        var watch = new DriftWatch(_time);
        watch.Remember(Marks("a", "1"));
        var changed = watch.Look(Marks("a", "2"));

        var still = watch.Repaired(changed, () => Marks("a", after));

        Assert.Equal("a", Assert.Single(changed));
        Assert.Equal(after == "1" ? 0 : 1, still.Length);
        Assert.Equal($"a: changed from outside 1 times, {said}", Assert.Single(watch.Notes));
        Assert.Empty(watch.Look(Marks("a", after)));
    }

    [Fact]
    public void Look_WhenSomebodyChangesItAgainAndAgain_BecomesRareAndThenQuickAgain()
    {
        var watch = new DriftWatch(_time);
        watch.Remember(Marks("a", "1"));
        var waits = new List<double>();
        for (var i = 0; i < 12; i++)
        {
            watch.Repaired(watch.Look(Marks("a", "2")), () => Marks("a", "1"));
            waits.Add(WaitUntilDue(watch));
        }

        Assert.Equal([1, 1, 1, 2, 4, 8, 16, 32, 64, 64, 64, 64], waits);
        Assert.Contains("keeps being changed", Assert.Single(watch.Notes), StringComparison.Ordinal);
        Assert.Empty(watch.Look(Marks("a", "1")));
        Assert.Equal(1, WaitUntilDue(watch));
    }

    [Fact]
    public void Hasten_WhenLooksHaveBecomeRare_TheNextIsAtOnceAndTheyAreOftenAgain()
    {
        var watch = new DriftWatch(_time);
        watch.Remember(Marks("a", "1"));
        for (var i = 0; i < 8; i++)
            watch.Repaired(watch.Look(Marks("a", "2")), () => Marks("a", "1"));

        Assert.False(watch.IsDue);
        watch.Hasten();

        Assert.True(watch.IsDue);
        watch.Repaired(watch.Look(Marks("a", "2")), () => Marks("a", "1"));
        Assert.Equal(1, WaitUntilDue(watch));
    }

    private double WaitUntilDue(DriftWatch watch)
    {
        var waited = 0.0;
        while (!watch.IsDue)
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            waited++;
        }

        return waited;
    }

    private static PoolMarks Marks(string name, string text) => new(PoolMarks.None.Parts.Add(name, text));

    private sealed class ManualTime : TimeProvider
    {
        private long _now = 1;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        internal void Advance(TimeSpan by) => _now += by.Ticks;
    }
}
