namespace RgPolicy.Dbms.Pacing;

/// <summary>Keeps polls rare and lean enough for what they cost: when the median of the last 20 is above a step's cost
/// the step is taken at once; back when it has stayed well below for a minute, for twice as long each time that did not
/// last.</summary>
internal sealed class PollPace
{
    private const int Polls = 20;
    private static readonly TimeSpan Often = TimeSpan.FromMilliseconds(250);

    private readonly TimeSpan _wished;
    private readonly PaceStep[] _steps;
    private readonly PollPatience _patience;
    private readonly TimeSpan[] _costs = new TimeSpan[Polls];
    private int _count;
    private int _step;

    private PollPace(TimeSpan wished, PaceStep[] steps, TimeProvider time) =>
        (_wished, _steps, _patience) = (wished, steps, new PollPatience(time));

    /// <summary>Polls every 250 ms, then every second; back below half of what led there.</summary>
    /// <remarks><c>wished</c>: the time between two polls that are cheap. <c>slowAbove</c>: the cost above which they
    /// come every 250 ms. <c>slowestAbove</c>: the cost above which they come every second.</remarks>
    public static PollPace Slowing(TimeSpan wished, TimeSpan slowAbove, TimeSpan slowestAbove, TimeProvider time) =>
        new(
            wished,
            [
                new PaceStep(slowAbove, slowAbove / 2, Often, Say),
                new PaceStep(slowestAbove, slowestAbove / 2, TimeSpan.FromSeconds(1), Say),
            ],
            time
        );

    /// <summary>Above 2 ms a leaner query, above 5 ms fewer polls too.</summary>
    public static PollPace Thinning(TimeSpan wished, TimeProvider time)
    {
        PaceStep[] steps =
        [
            new(TimeSpan.FromMilliseconds(2), TimeSpan.FromMilliseconds(0.5), wished, SayLean),
            new(TimeSpan.FromMilliseconds(5), TimeSpan.FromMilliseconds(2.5), Often, SayLeanAndSlow),
        ];
        return new PollPace(wished, wished < Often ? steps : steps[..1], time);
    }

    public bool IsRestrained => _step > 0;

    public TimeSpan Interval =>
        _step == 0 || _steps[_step - 1].Interval < _wished ? _wished : _steps[_step - 1].Interval;

    /// <summary>The median cost of the last 20 polls; null before there were that many.</summary>
    public TimeSpan? Median { get; private set; }

    /// <summary>What is done about the cost, and why; null while polls are as wished.</summary>
    public string? Note { get; private set; }

    /// <summary>Takes in what a poll cost; true when polls come otherwise from now on.</summary>
    public bool Add(TimeSpan cost)
    {
        _costs[_count++ % Polls] = cost;
        if (_count < Polls)
            return false;
        Span<TimeSpan> sorted = stackalloc TimeSpan[Polls];
        _costs.CopyTo(sorted);
        sorted.Sort();
        var median = sorted[Polls / 2];
        Median = median;
        return Adapt(median);
    }

    public void Restart() => _count = 0;

    /// <summary>Adapts to a median cost; true when polls are different from now on.</summary>
    internal bool Adapt(TimeSpan median)
    {
        if (!Restrain(median) && !Relax(median))
            return false;
        _count = 0;
        Note = _step == 0 ? null : _steps[_step - 1].Say(median, Interval);
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
        if (_step == 0 || !_patience.HasLasted(median < _steps[_step - 1].Below))
            return false;
        _step--;
        return true;
    }

    private static string Say(TimeSpan median, TimeSpan interval) =>
        Invariant(
            $"a poll takes {median.TotalMilliseconds:0.0} ms: the server is polled every {interval.TotalMilliseconds:0} ms"
        );

    private static string SayLean(TimeSpan median, TimeSpan interval) =>
        Invariant($"a poll costs the server {median.TotalMilliseconds:0.0} ms: a leaner query is used, ")
        + "which leaves out who was idle a moment ago";

    private static string SayLeanAndSlow(TimeSpan median, TimeSpan interval) =>
        SayLean(median, interval) + Invariant($"; the server is polled every {interval.TotalMilliseconds:0} ms");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private sealed record PaceStep(
        TimeSpan Above,
        TimeSpan Below,
        TimeSpan Interval,
        Func<TimeSpan, TimeSpan, string> Say
    );
}

/// <summary>How long polls must have been cheap before more of them are made: a minute, and twice as long, to half an
/// hour, each time that they were dear again within ten minutes. On a host whose load comes and goes they would change
/// every few seconds else.</summary>
internal sealed class PollPatience(TimeProvider time)
{
    private static readonly TimeSpan First = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan Lasting = TimeSpan.FromMinutes(10);

    private TimeSpan _needed = First;
    private long? _cheapSince;
    private long? _relaxedAt;

    public void Restrained()
    {
        _cheapSince = null;
        if (_relaxedAt is not { } relaxedAt)
            return;
        var longer = _needed * 2;
        _needed =
            time.GetElapsedTime(relaxedAt) >= Lasting ? First
            : longer < Longest ? longer
            : Longest;
    }

    /// <summary>Whether polls have been cheap for long enough; begins anew where they have.</summary>
    public bool HasLasted(bool isCheap)
    {
        if (!isCheap)
            _cheapSince = null;
        else
            _cheapSince ??= time.GetTimestamp();
        if (_cheapSince is not { } since || time.GetElapsedTime(since) < _needed)
            return false;
        (_cheapSince, _relaxedAt) = (null, time.GetTimestamp());
        return true;
    }
}
