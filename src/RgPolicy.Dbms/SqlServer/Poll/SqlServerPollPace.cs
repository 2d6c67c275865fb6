using System.Globalization;
using RgPolicy.Dbms.Pacing;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>
/// Keeps polls rare enough for what they cost: when the median of the last 20 is above 10 ms they come
/// every 250 ms, above 25 ms every second, at once; back when it has stayed below half of what led there for a minute,
/// for twice as long each time that did not last.
/// </summary>
internal sealed class SqlServerPollPace(TimeSpan wished, TimeProvider time)
{
    private const int Polls = 20;

    private static readonly (TimeSpan Interval, TimeSpan Above)[] Steps =
    [
        (TimeSpan.FromMilliseconds(250), TimeSpan.FromMilliseconds(10)),
        (TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(25)),
    ];

    private readonly PollPatience _patience = new(time);
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
            if (_count < Polls)
                return null;
            Span<TimeSpan> sorted = stackalloc TimeSpan[Polls];
            _costs.CopyTo(sorted);
            sorted.Sort();
            return sorted[Polls / 2];
        }
    }

    /// <summary>What is done about the cost, and why; null while polls are as wished.</summary>
    public string? Note { get; private set; }

    /// <summary>Takes in what a poll took; true when polls come otherwise from now on.</summary>
    public bool Add(TimeSpan cost)
    {
        _costs[_count++ % Polls] = cost;
        if (Median is not { } median || (!Restrain(median) && !Relax(median)))
            return false;
        _count = 0;
        Note =
            _step == 0
                ? null
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"a poll takes {median.TotalMilliseconds:0.0} ms: the server is polled every "
                        + $"{Interval.TotalMilliseconds:0} ms"
                );
        return true;
    }

    private bool Restrain(TimeSpan median)
    {
        if (_step == Steps.Length || median <= Steps[_step].Above)
            return false;
        _step++;
        _patience.Restrained();
        return true;
    }

    private bool Relax(TimeSpan median)
    {
        if (_step == 0 || !_patience.HasLasted(median < Steps[_step - 1].Above / 2))
            return false;
        _step--;
        return true;
    }
}
