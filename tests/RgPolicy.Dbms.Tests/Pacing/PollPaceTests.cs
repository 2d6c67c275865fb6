using RgPolicy.Dbms.Pacing;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Pacing;

public sealed class PollPaceTests
{
    private const int PollsOfAMedian = 20;
    private static readonly TimeSpan Wished = TimeSpan.FromMilliseconds(100);

    private readonly MovedClock _clock = new();
    private readonly PollPace _pace;
    private readonly PollPace _thinning;

    public PollPaceTests() =>
        (_pace, _thinning) = (
            PollPace.Slowing(Wished, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(25), _clock),
            PollPace.Thinning(Wished, _clock)
        );

    [Fact]
    public void Add_DearPolls_SlowsAtOnceAndGoesBackAfterAMinuteEach()
    {
        Assert.Equal(1, Polls(PollsOfAMedian, 30));
        Assert.Equal(TimeSpan.FromMilliseconds(250), _pace.Interval);
        Assert.Equal("a poll takes 30.0 ms: the server is polled every 250 ms", _pace.Note);
        Assert.Equal(1, Polls(PollsOfAMedian, 30));
        Assert.Equal(TimeSpan.FromSeconds(1), _pace.Interval);

        Assert.Equal(0, Polls(PollsOfAMedian, 2));
        _clock.Move(TimeSpan.FromMinutes(1));
        Assert.Equal(1, Polls(1, 2));
        Assert.Equal(TimeSpan.FromMilliseconds(250), _pace.Interval);
        Assert.Equal(0, Polls(PollsOfAMedian, 2));
        _clock.Move(TimeSpan.FromMinutes(1));
        Assert.Equal(1, Polls(1, 2));
        Assert.Equal((Wished, null), (_pace.Interval, _pace.Note));
    }

    [Fact]
    public void Add_CostThatFollowsThePace_ChangesAFewTimesAnHour()
    {
        var changes = 0;
        for (var second = 0; second < 3600; second++)
        {
            changes += Polls(10, _pace.Interval > Wished ? 4 : 11);
            _clock.Move(TimeSpan.FromSeconds(1));
        }

        Assert.InRange(changes, 1, 12);
    }

    [Fact]
    public void Adapt_CheapPolls_StaysAsWished()
    {
        Assert.False(Adapt(2));
        Assert.Null(_thinning.Note);
        Assert.Equal((false, Wished), (_thinning.IsRestrained, _thinning.Interval));
    }

    [Fact]
    public void Adapt_DearPolls_GetsLeanThenSlowAtOnceAndBackAfterAMinuteEach()
    {
        Assert.True(Adapt(6));
        Assert.True(_thinning.IsRestrained);
        Assert.Contains("costs the server 6.0 ms: a leaner query", _thinning.Note, StringComparison.Ordinal);
        Assert.True(Adapt(6));
        Assert.Equal(TimeSpan.FromMilliseconds(250), _thinning.Interval);
        Assert.Contains("every 250 ms", _thinning.Note, StringComparison.Ordinal);
        Assert.False(AdaptFor(TimeSpan.FromMinutes(5), 3));
        Assert.False(AdaptFor(TimeSpan.FromSeconds(60), 2));
        Assert.True(Adapt(2));
        Assert.Contains("leaner", _thinning.Note, StringComparison.Ordinal);
        Assert.DoesNotContain("250 ms", _thinning.Note, StringComparison.Ordinal);
        Assert.False(AdaptFor(TimeSpan.FromSeconds(60), 0.4));
        Assert.True(Adapt(0.4));
        Assert.Null(_thinning.Note);
        Assert.Equal((false, Wished), (_thinning.IsRestrained, _thinning.Interval));
    }

    [Fact]
    public void Adapt_CheapOnlyNowAndThen_StaysSlow()
    {
        Adapt(6);
        Adapt(6);

        for (var i = 0; i < 100; i++)
            Assert.False(AdaptFor(TimeSpan.FromSeconds(50), 2) || Adapt(3));
    }

    /// <summary>A host whose load comes and goes: a poll is dear whenever polls are frequent, and cheap
    /// whenever they are not.</summary>
    [Fact]
    public void Adapt_CostThatFollowsThePace_ChangesAFewTimesAnHour()
    {
        var changes = new List<int>();
        for (var hour = 0; hour < 4; hour++)
        {
            var count = 0;
            for (var second = 0; second < 3600; second++)
                if (AdaptFor(TimeSpan.FromSeconds(1), _thinning.Interval > Wished ? 2.4 : 5.1))
                    count++;
            changes.Add(count);
        }

        Assert.InRange(changes[0], 2, 14);
        Assert.All(changes.Skip(1), count => Assert.InRange(count, 0, 4));
    }

    [Fact]
    public void Adapt_CheapForLongInBetween_IsPatientForAMinuteAgain()
    {
        Adapt(6);
        Adapt(6);
        for (var i = 0; i < 4; i++)
        {
            while (!AdaptFor(TimeSpan.FromSeconds(1), 2))
                continue;
            Assert.True(Adapt(6));
        }

        while (!AdaptFor(TimeSpan.FromSeconds(1), 2))
            continue;
        _clock.Move(TimeSpan.FromMinutes(10));
        Assert.True(Adapt(6));

        Assert.False(AdaptFor(TimeSpan.FromSeconds(60), 2));
        Assert.True(Adapt(2));
    }

    [Fact]
    public void Adapt_PollsThatAreRareAlready_OnlyGetLean()
    {
        var rare = PollPace.Thinning(TimeSpan.FromSeconds(1), _clock);

        Assert.True(rare.Adapt(TimeSpan.FromMilliseconds(6)));
        Assert.False(rare.Adapt(TimeSpan.FromMilliseconds(6)));
        Assert.Equal((true, TimeSpan.FromSeconds(1)), (rare.IsRestrained, rare.Interval));
    }

    [Fact]
    public void Add_AnotherConnection_MeasuresAnew()
    {
        Assert.Equal(0, Polls(PollsOfAMedian - 1, 30));
        _pace.Restart();
        Assert.Equal(0, Polls(PollsOfAMedian - 1, 30));
        Assert.Equal(1, Polls(1, 30));
        Assert.Equal(TimeSpan.FromMilliseconds(30), _pace.Median);
    }

    private bool Adapt(double milliseconds) => _thinning.Adapt(TimeSpan.FromMilliseconds(milliseconds));

    /// <summary>Adapts once, and then lets time go by.</summary>
    private bool AdaptFor(TimeSpan time, double milliseconds)
    {
        var changed = Adapt(milliseconds);
        _clock.Move(time);
        return changed;
    }

    /// <summary>How often polls of this cost change the pace.</summary>
    private int Polls(int count, double milliseconds) =>
        Enumerable.Range(0, count).Count(_ => _pace.Add(TimeSpan.FromMilliseconds(milliseconds)));
}
