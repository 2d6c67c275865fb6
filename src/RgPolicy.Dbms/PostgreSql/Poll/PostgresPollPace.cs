using System.Globalization;
using RgPolicy.Dbms.Pacing;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// Keeps what polls cost the server in bounds: above 2 ms per poll a leaner query, above 5 ms fewer
/// polls, at once. Each is taken back when the cost has stayed well below what led to it for a minute; for twice as
/// long each time that this did not last.
/// </summary>
internal sealed class PostgresPollPace
{
    private static readonly TimeSpan LeanAbove = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan SlowAbove = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan FullBelow = TimeSpan.FromMilliseconds(0.5);
    private static readonly TimeSpan FastBelow = TimeSpan.FromMilliseconds(2.5);
    private static readonly TimeSpan SlowInterval = TimeSpan.FromMilliseconds(250);

    private readonly TimeSpan _wished;
    private readonly PollPatience _patience;

    /// <summary>Starts with the full query at the wished interval.</summary>
    public PostgresPollPace(TimeSpan wished, TimeProvider time) =>
        (_wished, Interval, _patience) = (wished, wished, new PollPatience(time));

    /// <summary>True when polls leave out what no policy uses.</summary>
    public bool IsLean { get; private set; }

    /// <summary>Time between two polls.</summary>
    public TimeSpan Interval { get; private set; }

    /// <summary>What is done about the cost, and why; null while polls are as wished.</summary>
    public string? Note { get; private set; }

    /// <summary>Adapts to a median cost; true when polls are different from now on.</summary>
    public bool Adapt(TimeSpan median)
    {
        if (!Restrain(median) && !Relax(median))
            return false;
        Note = IsLean ? Say(median) : null;
        return true;
    }

    private bool Restrain(TimeSpan median)
    {
        if (!IsLean && median > LeanAbove)
            IsLean = true;
        else if (IsLean && Interval < SlowInterval && median > SlowAbove)
            Interval = SlowInterval;
        else
            return false;
        _patience.Restrained();
        return true;
    }

    private bool Relax(TimeSpan median)
    {
        var isSlow = Interval > _wished;
        if (!IsLean || !_patience.HasLasted(median < (isSlow ? FastBelow : FullBelow)))
            return false;
        if (isSlow)
            Interval = _wished;
        else
            IsLean = false;
        return true;
    }

    private string Say(TimeSpan median) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"a poll costs the server {median.TotalMilliseconds:0.0} ms: a leaner query is used, which leaves out who "
                + $"was idle a moment ago"
        ) + (Interval > _wished ? "; the server is polled every 250 ms" : "");
}
