namespace RgPolicy.Service.Watching;

/// <summary>Polls before the interval is over: a few at once, and in the long run about as many as the
/// interval asks for.</summary>
internal sealed class EarlyPolls(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(60);
    private const int AtOnce = 8;

    /// <summary>So many are kept for narrowed backends that have ended their statements: each waits for it in the slow
    /// group, perhaps with another client's statement.</summary>
    public const int KeptForEnded = 4;

    /// <summary>Ages are counted on the server's clock, which is known to a fraction of this.</summary>
    private static readonly TimeSpan Margin = TimeSpan.FromMilliseconds(1);

    private bool _isGranted;

    /// <summary>How often one may be made.</summary>
    public Allowance Allowance { get; } = new(time, Pause, AtOnce);

    /// <summary>The next poll is made now, for whatever reason.</summary>
    public void Polled() => _isGranted = false;

    /// <summary>A rest that ends when a reason to poll comes, if one more early poll is allowed before
    /// the next.</summary>
    /// <param name="rest">Until the interval is over.</param>
    /// <param name="reasonIn">From now on.</param>
    public TimeSpan Shorten(TimeSpan rest, TimeSpan reasonIn)
    {
        var shorter = reasonIn + Margin;
        if (shorter >= rest)
            return rest;
        _isGranted = _isGranted || Allowance.TryTake(KeptForEnded);
        return _isGranted ? shorter : rest;
    }
}
