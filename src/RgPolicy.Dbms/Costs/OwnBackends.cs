namespace RgPolicy.Dbms.Costs;

/// <summary>The backends of RgPolicy's own connections, and what they have cost the server.</summary>
/// <param name="open">Opens what a backend costs, by its number; gives null where it is not on this host.</param>
internal sealed class OwnBackends(Func<int, BackendCpu?> open)
{
    private readonly ConcurrentDictionary<int, BackendCpu?> _open = new();
    private readonly object _gate = new();
    private TimeSpan _ended;

    /// <summary>Processor time of all of them since the beginning, of those that have ended too; null where none could
    /// be read, as on another host.</summary>
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

    public bool Contains(int processId) => _open.ContainsKey(processId);

    /// <summary>What one has used since it began; null where that cannot be read.</summary>
    public TimeSpan? CpuOf(int processId) => _open.TryGetValue(processId, out var cpu) ? cpu?.Read() : null;

    public void Add(int processId) => Add(processId, processId);

    /// <summary>Takes in one that has begun, where it is known by another number than its thread.</summary>
    public void Add(int backendId, int threadId) => _open[backendId] = open(threadId);

    /// <summary>Notes what one has used; called before its connection ends.</summary>
    public void Note(int processId)
    {
        if (_open.TryGetValue(processId, out var cpu))
            cpu?.Read();
    }

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
