using System.Collections.Concurrent;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>The backends of RgPolicy's own connections, and what they have cost the server.</summary>
/// <param name="isLocal">The server may be on this host: its processes are looked for here.</param>
internal sealed class OwnBackends(bool isLocal)
{
    private readonly ConcurrentDictionary<int, BackendCpu?> _open = new();
    private readonly object _gate = new();
    private TimeSpan _ended;

    /// <summary>
    /// Processor time of all of them since the beginning, of those that have ended too; null where none
    /// could be read, as on another host.
    /// </summary>
    public TimeSpan? Cpu
    {
        get
        {
            lock (_gate)
            {
                var isRead = _ended > TimeSpan.Zero;
                var sum = _ended;
                foreach (var (_, cpu) in _open)
                {
                    if (cpu is null)
                        continue;
                    isRead = true;
                    sum += cpu.Read();
                }

                return isRead ? sum : null;
            }
        }
    }

    /// <summary>Whether a process is one of them.</summary>
    public bool Contains(int processId) => _open.ContainsKey(processId);

    /// <summary>Takes in one that has begun.</summary>
    public void Add(int processId) => _open[processId] = isLocal ? BackendCpu.Open(processId) : null;

    /// <summary>Notes what one has used; called before its connection ends.</summary>
    public void Note(int processId)
    {
        if (_open.TryGetValue(processId, out var cpu))
            cpu?.Read();
    }

    /// <summary>Forgets one that has ended, but not what it has cost.</summary>
    public void Remove(int processId)
    {
        lock (_gate)
        {
            if (!_open.TryRemove(processId, out var cpu) || cpu is null)
                return;
            _ended += cpu.Read();
            cpu.Dispose();
        }
    }
}
