using System.Globalization;

namespace RgPolicy.Dbms.Pacing;

/// <summary>
/// Keeps polls rare enough for what they cost: when the median of the last 20 is above a step's cost they come every
/// 250 ms, above the next one's every second, at once; back when it has stayed below half of what led there for a
/// minute, for twice as long each time that did not last.
/// </summary>
/// <param name="wished">The time between two polls that are cheap.</param>
/// <param name="slowAbove">The cost above which they come every 250 ms.</param>
/// <param name="slowestAbove">The cost above which they come every second.</param>
/// <param name="time">The clock.</param>
internal sealed class SteppedPollPace(TimeSpan wished, TimeSpan slowAbove, TimeSpan slowestAbove, TimeProvider time)
{
    private const int Polls = 20;

    private readonly (TimeSpan Interval, TimeSpan Above)[] _steps =
    [
        (TimeSpan.FromMilliseconds(250), slowAbove),
        (TimeSpan.FromSeconds(1), slowestAbove),
    ];

    private readonly PollPatience _patience = new(time);
    private readonly TimeSpan[] _costs = new TimeSpan[Polls];
    private int _count;
    private int _step;

    /// <summary>Time between two polls.</summary>
    public TimeSpan Interval => _step == 0 || _steps[_step - 1].Interval < wished ? wished : _steps[_step - 1].Interval;

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
        if (_step == _steps.Length || median <= _steps[_step].Above)
            return false;
        _step++;
        _patience.Restrained();
        return true;
    }

    private bool Relax(TimeSpan median)
    {
        if (_step == 0 || !_patience.HasLasted(median < _steps[_step - 1].Above / 2))
            return false;
        _step--;
        return true;
    }
}
