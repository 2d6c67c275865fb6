namespace RgPolicy.Service.Watching;

/// <summary>The backends that are throttled now, each open for glances.</summary>
internal sealed class ThrottledBackends(Func<int, IBackendGlance> glance) : IDisposable
{
    private readonly Dictionary<int, IBackendGlance> _glances = [];
    private readonly List<int> _ids = [];
    private readonly List<int> _suspects = [];

    public int Count => _ids.Count;

    /// <summary>One of them may have ended its statement.</summary>
    public bool AnySuspect => _suspects.Count > 0;

    /// <summary>Takes in who is throttled after a turn.</summary>
    public void Renew(Governor governor, RecentlyThrottled lately)
    {
        _ids.Clear();
        governor.ListThrottled(_ids);
        _suspects.RemoveAll(id => !_ids.Contains(id));
        foreach (var (processId, open) in _glances)
        {
            if (_ids.Contains(processId))
                continue;
            lately.Add(processId, open);
            _glances.Remove(processId);
        }

        _ids.RemoveAll(id => !_glances.ContainsKey(id) && !TryOpen(id, lately));
    }

    /// <summary>Glances at each; true when one has ended its statement.</summary>
    public bool Look()
    {
        var hasEnded = false;
        foreach (var processId in _ids)
        {
            // Of one that is a suspect already nothing else is asked.
            var open = _glances[processId];
            if (_suspects.Contains(processId))
            {
                hasEnded |= open.HasEnded();
                continue;
            }

            var sign = open.Look();
            hasEnded |= sign == StatementState.Ended;
            if (sign == StatementState.MayHaveEnded)
                _suspects.Add(processId);
        }

        return hasEnded;
    }

    /// <summary>Those that may have ended their statements since this was asked last.</summary>
    public int[] TakeSuspects()
    {
        int[] taken = [.. _suspects];
        _suspects.Clear();
        return taken;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var open in _glances.Values)
            open.Dispose();
        _glances.Clear();
        _ids.Clear();
    }

    private bool TryOpen(int processId, RecentlyThrottled lately)
    {
        try
        {
            _glances[processId] = lately.TakeBack(processId) ?? glance(processId);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}

/// <summary>Glances at one backend between two polls.</summary>
internal interface IBackendGlance : IDisposable
{
    /// <summary>What has become of its statement since the last glance; at the first one, that it may
    /// have ended.</summary>
    StatementState Look();

    /// <summary>Whether it waits for its client, or is gone: less than a look tells, and cheaper.</summary>
    bool HasEnded();
}

/// <summary>The backends that were throttled a moment ago. An analyst's next statement begins within milliseconds or
/// seconds, and would have the whole machine until the next poll: one that works for as long as a query must be old to
/// be moved is a reason to poll.</summary>
internal sealed class RecentlyThrottled(TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Lasting = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan OldEnough = new GovernorOptions().MinimumAge;
    private const int Most = 16;

    private readonly Dictionary<int, Backend> _backends = [];

    public int Count => _backends.Count;

    /// <summary>Takes over one that is no longer throttled; those beyond a few are left to the polls.</summary>
    public void Add(int processId, IBackendGlance open)
    {
        if (_backends.Count >= Most)
            open.Dispose();
        else
            _backends[processId] = new Backend(open, time.GetTimestamp());
    }

    /// <summary>Hands back one that is throttled again; null when it is not here.</summary>
    public IBackendGlance? TakeBack(int processId) =>
        _backends.Remove(processId, out var backend) ? backend.Glance : null;

    /// <summary>Takes in a turn: what it has seen needs no poll of its own, and after a while no one
    /// looks any more.</summary>
    public void Renew(Governor governor)
    {
        foreach (var (processId, backend) in _backends)
        {
            backend.IsTold |= governor.Sees(processId);
            if (time.GetElapsedTime(backend.Since) < Lasting)
                continue;
            backend.Glance.Dispose();
            _backends.Remove(processId);
        }
    }

    /// <summary>Glances at each; true when one has worked for long enough and no turn has seen it.</summary>
    public bool Look()
    {
        var hasBegun = false;
        foreach (var backend in _backends.Values)
        {
            if (backend.Glance.HasEnded())
                (backend.BusySince, backend.IsTold) = (null, false);
            else
                hasBegun |= IsNews(backend);
        }

        return hasBegun;
    }

    /// <summary>A poll will see those that have begun.</summary>
    public void Told()
    {
        foreach (var backend in _backends.Values)
            backend.IsTold |= IsNews(backend);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var backend in _backends.Values)
            backend.Glance.Dispose();
        _backends.Clear();
    }

    private bool IsNews(Backend backend)
    {
        var since = backend.BusySince ??= time.GetTimestamp();
        return !backend.IsTold && time.GetElapsedTime(since) >= OldEnough;
    }

    private sealed class Backend(IBackendGlance glance, long since)
    {
        public IBackendGlance Glance { get; } = glance;

        public long Since { get; } = since;

        /// <summary>From when on it was seen at work at every look; null while it is idle.</summary>
        public long? BusySince { get; set; }

        /// <summary>A turn has seen what it works at, or a poll will.</summary>
        public bool IsTold { get; set; }
    }
}
