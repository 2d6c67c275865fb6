using System.Runtime.InteropServices;

namespace RgPolicy.Service.Watching;

/// <summary>Looks at a few backends between polls. A throttled one whose statement has ended must not work for others
/// in the slow group until the next poll: a pool hands such a backend on within a millisecond. One that was throttled a
/// moment ago and works again is likely to be throttled again. What is seen is only a reason to poll earlier; the
/// decision is the poll's, as always. A thread of its own does the looking: waking the loop for it would cost ten times
/// as much.</summary>
internal sealed class BackendWatch : IDisposable
{
    /// <summary>Between two looks while few are watched; with more, longer, so that all of it takes a
    /// fraction of a percent.</summary>
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(7);

    /// <summary>While none is throttled: what begins is told when it is as old as a query must be to be
    /// moved, so a little more does not matter.</summary>
    private static readonly TimeSpan LatelyPause = TimeSpan.FromMilliseconds(12);
    private static readonly TimeSpan PausePerBackend = TimeSpan.FromMilliseconds(2);

    /// <summary>A backend that waits a lot, such as the leader of parallel workers, is asked about at
    /// most this often.</summary>
    private static readonly TimeSpan AskPause = TimeSpan.FromMilliseconds(60);
    private const int AsksAtOnce = 8;

    private readonly object _gate = new();
    private readonly ThrottledBackends _throttled;
    private readonly RecentlyThrottled _lately;
    private readonly Allowance _asks;
    private readonly Allowance _polls;
    private readonly IStatementWatch? _server;
    private readonly ManualResetEventSlim _hasWork = new();
    private volatile bool _isOver;
    private Thread? _thread;
    private TaskCompletionSource _sign = NewSign();
    private bool _isPollDue;

    /// <summary>Watches nothing yet.</summary>
    /// <param name="server">Where a doubt is asked about; null where backends are not on this host.</param>
    /// <param name="glance">Opens a backend.</param>
    /// <param name="polls">How often a poll may be made earlier.</param>
    /// <param name="time">The loop's clock.</param>
    public BackendWatch(IStatementWatch? server, Func<int, IBackendGlance> glance, Allowance polls, TimeProvider time)
    {
        (_server, _polls) = (server, polls);
        _asks = new Allowance(time, AskPause, AsksAtOnce);
        _throttled = new ThrottledBackends(glance);
        _lately = new RecentlyThrottled(time);
    }

    /// <summary>Looks on a thread of its own; else only when told to.</summary>
    public bool LooksByItself { get; init; } = true;

    /// <summary>Completes when <see cref="IsPollDueAsync"/> should be asked.</summary>
    public Task Sign
    {
        get
        {
            lock (_gate)
                return _sign.Task;
        }
    }

    /// <summary>Between two looks; null while there is nothing to look at.</summary>
    public TimeSpan? Pause
    {
        get
        {
            lock (_gate)
            {
                if (Watched == 0)
                    return null;
                var (least, pause) = (_throttled.Count > 0 ? ShortestPause : LatelyPause, PausePerBackend * Watched);
                return pause > least ? pause : least;
            }
        }
    }

    private int Watched => _throttled.Count + _lately.Count;

    /// <summary>Takes in who is throttled after a turn.</summary>
    public void Follow(Governor governor)
    {
        if (_server is null)
            return;
        lock (_gate)
        {
            _throttled.Renew(governor, _lately);
            _lately.Renew(governor);
            Rearm();
            if (Watched == 0)
                _hasWork.Reset();
            else
                _hasWork.Set();
            if (Watched > 0 && _thread is null && LooksByItself)
                Start();
        }
    }

    /// <summary>Looks at all of them once; true when the loop is to be woken.</summary>
    public bool Look()
    {
        lock (_gate)
        {
            if (_sign.Task.IsCompleted)
                return false;
            var (hasEnded, hasBegun) = (_throttled.Look(), _lately.Look());
            _isPollDue = hasEnded ? _polls.TryTake() : hasBegun && _polls.TryTake(EarlyPolls.KeptForEnded);
            if (_isPollDue && hasBegun)
                _lately.Told();
            // Where no poll is due for what is clear, the server is asked about what is not.
            return (_isPollDue || (_throttled.AnySuspect && _asks.TryTake())) && _sign.TrySetResult();
        }
    }

    /// <summary>Whether a poll is due at once; where that is not clear the server is asked.</summary>
    public async Task<bool> IsPollDueAsync(CancellationToken cancellationToken)
    {
        int[] suspects;
        lock (_gate)
        {
            if (_isPollDue)
                return true;
            suspects = _throttled.TakeSuspects();
        }

        if (_server is not null && await _server.HaveMovedOnAsync(suspects, cancellationToken) && _polls.TryTake())
            return true;
        lock (_gate)
            Rearm();
        return false;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            _isOver = true;
            _throttled.Dispose();
            _lately.Dispose();
        }

        _hasWork.Set();
        _thread?.Join();
        _hasWork.Dispose();
    }

    private static TaskCompletionSource NewSign() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Rearm()
    {
        _isPollDue = false;
        if (_sign.Task.IsCompleted)
            _sign = NewSign();
    }

    private void Start()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "backends" };
        _thread.Start();
    }

    private void Run()
    {
        while (!_isOver)
        {
            _hasWork.Wait();
            if (Pause is not { } pause)
                continue;
            ShortRest.For(pause);
            Look();
        }
    }
}

/// <summary>A rest of a few milliseconds, hundreds of times a second: the runtime's own ways to wait take half as much
/// processor time again as the kernel's.</summary>
internal static partial class ShortRest
{
    /// <summary>Rests this thread, on Linux: elsewhere no backend can be looked at.</summary>
    public static void For(TimeSpan time) => _ = Poll(0, 0, (int)Math.Ceiling(time.TotalMilliseconds));

    [LibraryImport("libc", EntryPoint = "poll")]
    private static partial int Poll(nint nothing, nuint count, int milliseconds);
}

/// <summary>Polls before the interval is over: a few at once, and in the long run about as many as the
/// interval asks for.</summary>
internal sealed class EarlyPolls(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(60);
    private const int AtOnce = 8;

    /// <summary>So many are kept for throttled backends that have ended their statements: each waits for it in the slow
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
    public TimeSpan Shorten(TimeSpan rest, TimeSpan reasonIn)
    {
        var shorter = reasonIn + Margin;
        if (shorter >= rest)
            return rest;
        _isGranted = _isGranted || Allowance.TryTake(KeptForEnded);
        return _isGranted ? shorter : rest;
    }
}

/// <summary>How often something may be done: a few times at once, and in the long run once in a while. Threads
/// may share one.</summary>
internal sealed class Allowance(TimeProvider time, TimeSpan pause, int atOnce)
{
    private readonly object _gate = new();
    private double _left = atOnce;
    private long _at = time.GetTimestamp();

    /// <summary>Takes one, if there is one left.</summary>
    /// <param name="leave">So many are to be left for what matters more.</param>
    public bool TryTake(int leave = 0)
    {
        lock (_gate)
            return TryTakeNow(leave);
    }

    private bool TryTakeNow(int leave)
    {
        var now = time.GetTimestamp();
        _left = Math.Min(atOnce, _left + (time.GetElapsedTime(_at, now) / pause));
        _at = now;
        if (_left < 1 + leave)
            return false;
        _left--;
        return true;
    }
}
