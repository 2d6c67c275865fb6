using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.MySql.Poll;

/// <summary>How often the open transactions are read.</summary>
public sealed class TransactionPaceTests
{
    private readonly MovedClock _clock = new();
    private readonly TransactionPace _pace;

    public TransactionPaceTests() => _pace = new TransactionPace(_clock);

    [Theory]
    [InlineData(false, 120, false)]
    [InlineData(false, 130, true)]
    [InlineData(true, 400, false)]
    [InlineData(true, 450, true)]
    public void IsDue_AfterAReading_IsLaterWhereAllIsCalm(bool isCalm, int milliseconds, bool expected)
    {
        Assert.True(_pace.IsDue(isCalm));
        _pace.Read();
        _clock.Move(TimeSpan.FromMilliseconds(milliseconds));

        Assert.Equal(expected, _pace.IsDue(isCalm));
    }

    [Theory]
    [InlineData(84, null)]
    [InlineData(85, 20)]
    [InlineData(100, 5)]
    [InlineData(105, 0)]
    [InlineData(900, 0)]
    public void RestBeforeSoonest_AfterAReading_IsShortOrNone(int milliseconds, int? expected)
    {
        Assert.Equal(TimeSpan.Zero, _pace.RestBeforeSoonest());
        _pace.Read();
        _clock.Move(TimeSpan.FromMilliseconds(milliseconds));

        Assert.Equal(expected is { } rest ? TimeSpan.FromMilliseconds(rest) : null, _pace.RestBeforeSoonest());
    }
}
