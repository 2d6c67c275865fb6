using RgPolicy.Engine.Decide;

namespace RgPolicy.Service.Watching;

/// <summary>The backends that are throttled now, each open for glances.</summary>
internal sealed class ThrottledBackends(Func<int, IBackendGlance> glance) : IDisposable
{
    private readonly Dictionary<int, IBackendGlance> _glances = [];
    private readonly List<int> _ids = [];
    private readonly List<int> _suspects = [];

    /// <summary>How many are watched.</summary>
    public int Count => _ids.Count;

    /// <summary>One of them may have ended its statement.</summary>
    public bool AnySuspect => _suspects.Count > 0;

    /// <summary>Takes in who is throttled after a turn.</summary>
    /// <param name="governor">Has decided.</param>
    /// <param name="lately">Is handed those that no longer are.</param>
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
            hasEnded |= sign == StatementSign.Ended;
            if (sign == StatementSign.MayHaveEnded)
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
    StatementSign Look();

    /// <summary>Whether it waits for its client, or is gone: less than a look tells, and cheaper.</summary>
    bool HasEnded();
}
