using RgPolicy.Dbms.Pacing;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Pacing;

public sealed class SteppedPollPaceTests
{
    private const int PollsOfAMedian = 20;
    private static readonly TimeSpan Wished = TimeSpan.FromMilliseconds(100);

    private readonly MovedClock _clock = new();
    private readonly SteppedPollPace _pace;

    public SteppedPollPaceTests() =>
        _pace = new SteppedPollPace(Wished, TimeSpan.FromMilliseconds(10), TimeSpan.FromMilliseconds(25), _clock);

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

    /// <summary>How often polls of this cost change the pace.</summary>
    private int Polls(int count, double milliseconds) =>
        Enumerable.Range(0, count).Count(_ => _pace.Add(TimeSpan.FromMilliseconds(milliseconds)));
}
