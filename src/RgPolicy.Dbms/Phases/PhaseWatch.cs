namespace RgPolicy.Dbms.Phases;

/// <summary>The work that one statement is at, from what poll after poll tells. It changes its class, so it has to
/// last: what is seen once and gone again changes nothing. Time counts, and not polls, which come at any
/// pace.</summary>
internal sealed class PhaseWatch
{
    /// <summary>For how long polls, two at least, have to see other work before the statement is at that.</summary>
    public static readonly TimeSpan ToBegin = TimeSpan.FromMilliseconds(300);

    /// <summary>For how long polls have to see nothing before the last work is taken for over: waits are met by some
    /// polls only. A view tells it at every poll, so what it told is over as soon as other work would count.</summary>
    public static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(2);

    private PlanShape? _next;
    private DateTime _since;
    private DateTime? _silentSince;
    private bool _isByView;

    /// <summary>The work; null while none is told.</summary>
    public PlanShape? Phase { get; private set; }

    /// <remarks><c>seen</c>: the work; null for nothing. <c>isByView</c>: a view of the server's tells it, and not a
    /// wait.</remarks>
    public void See(PlanShape? seen, bool isByView, DateTime time)
    {
        if (seen is not { } work)
        {
            Miss(time);
            return;
        }

        (_silentSince, _isByView) = (null, isByView);
        if (work != _next || time < _since)
            (_next, _since) = (work, time);
        else if (time - _since >= ToBegin)
            Phase = work;
    }

    // The server's clock may be set back: what lasts is counted from there.
    private void Miss(DateTime time)
    {
        if (_silentSince is not { } since || time < since)
            _silentSince = time;
        else if (time - since >= (_isByView ? ToBegin : ToEnd))
            (Phase, _next) = (null, null);
    }
}
