using RgPolicy.Dbms;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Observing;

namespace RgPolicy.Service.Loop;

/// <summary>
/// Looks at the narrowed backends between polls, so that one whose statement has ended does not work for others in the slow group
/// until the next poll: a pool hands such a backend on within a millisecond. What is seen is only a reason to poll earlier; the
/// decision is the poll's, as always. A thread of its own does the looking: waking the loop for it would cost ten times as much.
/// </summary>
internal sealed class NarrowedWatch(LoopParts parts) : IDisposable
{
    /// <summary>Between two glances while few are narrowed; with more, longer, so that all glances take a fraction of a percent.</summary>
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan PausePerBackend = TimeSpan.FromMilliseconds(2);

    /// <summary>A backend that waits a lot, such as the leader of parallel workers, is asked about at most this often.</summary>
    private static readonly TimeSpan AskPause = TimeSpan.FromMilliseconds(60);

    /// <summary>One that has ended its statement is a reason to poll this often in the long run.</summary>
    private static readonly TimeSpan PollPause = TimeSpan.FromMilliseconds(60);
    private const int AtOnce = 8;

    private readonly object _gate = new();
    private readonly Dictionary<int, IBackendGlance> _glances = [];
    private readonly List<int> _narrowed = [];
    private readonly List<int> _suspects = [];
    private readonly Allowance _asks = new(parts.Time, AskPause, AtOnce);
    private readonly Allowance _polls = new(parts.Time, PollPause, AtOnce);
    private readonly IStatementWatch? _server = parts.Observer.Server.IsLocal ? parts.Observer as IStatementWatch : null;
    private readonly ManualResetEventSlim _hasWork = new();
    private readonly ManualResetEvent _over = new(false);
    private Thread? _thread;
    private TaskCompletionSource _sign = NewSign();
    private bool _hasEnded;

    /// <summary>Looks on a thread of its own; else only when told to.</summary>
    public bool LooksByItself { get; init; } = true;

    /// <summary>Completes when <see cref="IsPollDueAsync"/> should be asked.</summary>
    public Task Sign
    {
        get
        {
            lock (_gate) return _sign.Task;
        }
    }

    /// <summary>Between two glances; null while there is nothing to look at.</summary>
    public TimeSpan? Pause
    {
        get
        {
            lock (_gate)
            {
                if (_narrowed.Count == 0) return null;
                var pause = PausePerBackend * _narrowed.Count;
                return pause > ShortestPause ? pause : ShortestPause;
            }
        }
    }

    /// <summary>Takes in who is narrowed after a turn.</summary>
    public void Follow(Governor governor)
    {
        if (_server is null) return;
        lock (_gate)
        {
            Renew(governor);
            Rearm();
            if (_narrowed.Count == 0) _hasWork.Reset();
            else _hasWork.Set();
            if (_narrowed.Count > 0 && _thread is null && LooksByItself) Start();
        }
    }

    /// <summary>Glances at all of them once; true when the loop is to be woken.</summary>
    public bool Look()
    {
        lock (_gate)
        {
            if (_sign.Task.IsCompleted) return false;
            var hasEnded = false;
            foreach (var processId in _narrowed)
            {
                var sign = _glances[processId].Look();
                hasEnded |= sign == StatementSign.Ended;
                if (sign == StatementSign.MayHaveEnded && !_suspects.Contains(processId)) _suspects.Add(processId);
            }

            if (hasEnded ? !_polls.TryTake() : _suspects.Count == 0 || !_asks.TryTake()) return false;
            _hasEnded = hasEnded;
            return _sign.TrySetResult();
        }
    }

    /// <summary>Whether a poll is due at once, because one of them has ended its statement; where that is not clear the server is asked.</summary>
    public async Task<bool> IsPollDueAsync(CancellationToken cancellationToken)
    {
        int[] suspects;
        lock (_gate)
        {
            if (_hasEnded) return true;
            suspects = [.. _suspects];
            _suspects.Clear();
        }

        if (_server is not null && await _server.HaveMovedOnAsync(suspects, cancellationToken) && _polls.TryTake()) return true;
        lock (_gate) Rearm();
        return false;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            _over.Set();
            foreach (var glance in _glances.Values) glance.Dispose();
            _glances.Clear();
            _narrowed.Clear();
        }

        _hasWork.Set();
        _thread?.Join();
        _hasWork.Dispose();
        _over.Dispose();
    }

    private static TaskCompletionSource NewSign() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Renew(Governor governor)
    {
        _narrowed.Clear();
        governor.ListNarrowed(_narrowed);
        _suspects.RemoveAll(id => !_narrowed.Contains(id));
        foreach (var (processId, glance) in _glances)
        {
            if (_narrowed.Contains(processId)) continue;
            glance.Dispose();
            _glances.Remove(processId);
        }

        _narrowed.RemoveAll(id => !_glances.ContainsKey(id) && !TryOpen(id));
    }

    private void Rearm()
    {
        _hasEnded = false;
        if (_sign.Task.IsCompleted) _sign = NewSign();
    }

    private void Start()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "narrowed" };
        _thread.Start();
    }

    private void Run()
    {
        while (!_over.WaitOne(TimeSpan.Zero))
        {
            _hasWork.Wait();
            if (Pause is not { } pause) continue;
            if (!_over.WaitOne(pause)) Look();
        }
    }

    private bool TryOpen(int processId)
    {
        try
        {
            _glances[processId] = parts.Glance(processId);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
