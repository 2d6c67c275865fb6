using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

/// <summary>When loads are let out because commits wait long for the log.</summary>
public sealed class LogWatchTests
{
    private static readonly DateTime Start = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    private readonly LogWatch _watch = new();

    [Theory]
    [InlineData(249, false)]
    [InlineData(250, true)]
    public void LetsLoadsOut_CommitWaits_OnceItHasWaitedForLong(int milliseconds, bool expected) =>
        Assert.Equal(expected, At(milliseconds, since: 0));

    [Fact]
    public void LetsLoadsOut_NothingWaits_IsFalse() => Assert.False(_watch.LetsLoadsOut(Start, null));

    [Fact]
    public void LetsLoadsOut_AfterALongWait_LastsASecond()
    {
        Assert.True(At(250, since: 0));
        Assert.True(At(1249));
        Assert.False(At(1250));
    }

    /// <summary>What waits while they are out, or before the engine throttles them again, waits for something
    /// else.</summary>
    [Fact]
    public void LetsLoadsOut_WaitBeganWhileTheyWereOut_ChangesNothing()
    {
        Assert.True(At(250, since: 0));
        Assert.False(At(2500, since: 1749));
        Assert.True(At(2500, since: 1750));
    }

    [Fact]
    public void LetsLoadsOut_ClockIsSetBack_EndsAndBeginsAnew()
    {
        Assert.True(At(3_600_250, since: 3_600_000));
        Assert.False(At(0));
        Assert.True(At(250, since: 0));
    }

    [Fact]
    public void LetsLoadsOut_AgainAndAgain_LastsTwiceAsLongEachTimeUpToHalfAMinute()
    {
        var (now, lengths) = (0, new List<int>());
        for (var round = 0; round < 7; round++)
        {
            var began = now + 250;
            Assert.True(At(began, since: now));
            for (now = began; At(now); now += 10) { }
            lengths.Add(now - began);
            now += 500;
        }

        Assert.Equal([1000, 2000, 4000, 8000, 16000, 30000, 30000], lengths);
    }

    [Fact]
    public void LetsLoadsOut_AfterHalfAMinuteWithoutLongWaits_LastsASecondAgain()
    {
        Assert.True(At(250, since: 0));
        Assert.False(At(1750));
        Assert.True(At(31_751, since: 31_501));
        Assert.False(At(32_751));
    }

    private bool At(int now, int? since = null) =>
        _watch.LetsLoadsOut(Start.AddMilliseconds(now), since is { } began ? Start.AddMilliseconds(began) : null);
}
