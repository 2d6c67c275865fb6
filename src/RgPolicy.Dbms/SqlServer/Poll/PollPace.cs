using System.Globalization;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>
/// Keeps polls rare enough for what they cost: when the median of the last 20 is above 10 ms they come every 250 ms, above 25 ms every
/// second; back when it has fallen below half of what led there.
/// </summary>
internal sealed class PollPace(TimeSpan wished)
{
    private const int Polls = 20;

    private static readonly (TimeSpan Interval, TimeSpan Above)[] Steps =
    [
        (TimeSpan.FromMilliseconds(250), TimeSpan.FromMilliseconds(10)),
        (TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(25)),
    ];

    private readonly TimeSpan[] _costs = new TimeSpan[Polls];
    private int _count;
    private int _step;

    /// <summary>Time between two polls.</summary>
    public TimeSpan Interval => _step == 0 || Steps[_step - 1].Interval < wished ? wished : Steps[_step - 1].Interval;

    /// <summary>The median over the last 20 polls, or null before there are that many.</summary>
    public TimeSpan? Median
    {
        get
        {
            if (_count < Polls) return null;
            Span<TimeSpan> sorted = stackalloc TimeSpan[Polls];
            _costs.CopyTo(sorted);
            sorted.Sort();
            return sorted[Polls / 2];
        }
    }

    /// <summary>Takes in what a poll took; gives what is to be said, or null when nothing changed.</summary>
    public string? Add(TimeSpan cost)
    {
        _costs[_count++ % Polls] = cost;
        if (Median is not { } median) return null;
        if (_step < Steps.Length && median > Steps[_step].Above) _step++;
        else if (_step > 0 && median < Steps[_step - 1].Above / 2) _step--;
        else return null;
        _count = 0;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"a poll takes {median.TotalMilliseconds:0.0} ms: the server is polled every {Interval.TotalMilliseconds:0} ms");
    }
}
