using System.Globalization;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// Keeps what polls cost the server in bounds: above 2 ms per poll a leaner query, above 5 ms fewer polls. Both are taken back when
/// the cost has fallen well below what led to them.
/// </summary>
internal sealed class PollPace
{
    private static readonly TimeSpan LeanAbove = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan SlowAbove = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan FullBelow = TimeSpan.FromMilliseconds(0.5);
    private static readonly TimeSpan FastBelow = TimeSpan.FromMilliseconds(2.5);
    private static readonly TimeSpan SlowInterval = TimeSpan.FromMilliseconds(250);

    private readonly TimeSpan _wished;

    /// <summary>Starts with the full query at the wished interval.</summary>
    public PollPace(TimeSpan wished) => _wished = Interval = wished;

    /// <summary>True when polls leave out what no policy uses.</summary>
    public bool IsLean { get; private set; }

    /// <summary>Time between two polls.</summary>
    public TimeSpan Interval { get; private set; }

    /// <summary>What is done about the cost, and why; null while polls are as wished.</summary>
    public string? Note { get; private set; }

    /// <summary>Adapts to a median cost; true when polls are different from now on.</summary>
    public bool Adapt(TimeSpan median)
    {
        var before = (IsLean, Interval);
        if (!IsLean) IsLean = median > LeanAbove;
        else if (Interval < SlowInterval && median > SlowAbove) Interval = SlowInterval;
        else if (Interval > _wished && median < FastBelow) Interval = _wished;
        else if (Interval <= _wished && median < FullBelow) IsLean = false;
        if (before == (IsLean, Interval)) return false;
        Note = IsLean ? Say(median) : null;
        return true;
    }

    private string Say(TimeSpan median) => string.Create(
        CultureInfo.InvariantCulture,
        $"a poll costs the server {median.TotalMilliseconds:0.0} ms: a leaner query is used, which leaves out who was idle a moment ago")
        + (Interval > _wished ? "; the server is polled every 250 ms" : "");
}
