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

    /// <summary>True when polls leave out what changes rarely.</summary>
    public bool IsLean { get; private set; }

    /// <summary>Time between two polls.</summary>
    public TimeSpan Interval { get; private set; }

    /// <summary>Adapts to a median cost; gives what is to be said, or null when nothing changed.</summary>
    public string? Adapt(TimeSpan median)
    {
        if (!IsLean && median > LeanAbove)
        {
            IsLean = true;
            return Say(median, "a leaner query is used; names of applications and lock waits are read only when locks are looked at");
        }

        if (IsLean && Interval < SlowInterval && median > SlowAbove)
        {
            Interval = SlowInterval;
            return Say(median, "the server is polled every 250 ms");
        }

        if (Interval > _wished && median < FastBelow)
        {
            Interval = _wished;
            return Say(median, "the server is polled as often as before");
        }

        if (!IsLean || Interval > _wished || median >= FullBelow) return null;
        IsLean = false;
        return Say(median, "the full query is used again");
    }

    private static string Say(TimeSpan median, string consequence) => string.Create(
        CultureInfo.InvariantCulture, $"a poll costs the server {median.TotalMilliseconds:0.0} ms: {consequence}");
}
