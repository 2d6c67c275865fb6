using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class PostgresPollPaceTests
{
    private static readonly TimeSpan Wished = TimeSpan.FromMilliseconds(100);

    private readonly MovedClock _clock = new();
    private readonly PostgresPollPace _pace;

    public PostgresPollPaceTests() => _pace = new PostgresPollPace(Wished, _clock);

    [Fact]
    public void Adapt_CheapPolls_StaysAsWished()
    {
        Assert.False(Adapt(2));
        Assert.Null(_pace.Note);
        Assert.Equal((false, Wished), (_pace.IsLean, _pace.Interval));
    }

    [Fact]
    public void Adapt_DearPolls_GetsLeanThenSlowAtOnceAndBackAfterAMinuteEach()
    {
        Assert.True(Adapt(6));
        Assert.True(_pace.IsLean);
        Assert.Contains("costs the server 6.0 ms: a leaner query", _pace.Note, StringComparison.Ordinal);
        Assert.True(Adapt(6));
        Assert.Equal(TimeSpan.FromMilliseconds(250), _pace.Interval);
        Assert.Contains("every 250 ms", _pace.Note, StringComparison.Ordinal);
        Assert.False(AdaptFor(TimeSpan.FromMinutes(5), 3));
        Assert.False(AdaptFor(TimeSpan.FromSeconds(60), 2));
        Assert.True(Adapt(2));
        Assert.Contains("leaner", _pace.Note, StringComparison.Ordinal);
        Assert.DoesNotContain("250 ms", _pace.Note, StringComparison.Ordinal);
        Assert.False(AdaptFor(TimeSpan.FromSeconds(60), 0.4));
        Assert.True(Adapt(0.4));
        Assert.Null(_pace.Note);
        Assert.Equal((false, Wished), (_pace.IsLean, _pace.Interval));
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
                if (AdaptFor(TimeSpan.FromSeconds(1), _pace.Interval > Wished ? 2.4 : 5.1))
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

    private bool Adapt(double milliseconds) => _pace.Adapt(TimeSpan.FromMilliseconds(milliseconds));

    /// <summary>Adapts once, and then lets time go by.</summary>
    private bool AdaptFor(TimeSpan time, double milliseconds)
    {
        var changed = Adapt(milliseconds);
        _clock.Move(time);
        return changed;
    }
}
