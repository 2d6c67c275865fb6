namespace RgPolicy.Dbms.Usage;

/// <summary>
/// What one execution has used, of its backend since it was looked at first and of its parallel
/// workers, which are started for it, from their beginning: never more than it really used.
/// </summary>
internal sealed class QueryUsage
{
    // Between two looks a query grows older by an eighth at the most, or by this.
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private const int PartOfAge = 8;

    private readonly Dictionary<int, ProcessUsage> _workers = [];
    private ProcessUsage? _first;
    private ProcessUsage _ended = new(TimeSpan.Zero, 0);
    private TimeSpan _next;

    /// <summary>What it has used so far; null when its backend may not be looked at.</summary>
    public ProcessUsage? Total { get; private set; } = new(TimeSpan.Zero, 0);

    /// <summary>True when it is time to look again.</summary>
    /// <param name="age">For how long the query has been running.</param>
    public bool IsDue(TimeSpan age) => age >= _next;

    /// <summary>Looks at its processes.</summary>
    public void Read(IProcessUsageReader reader, int backend, IReadOnlyList<int> workers, TimeSpan age)
    {
        var pause = age / PartOfAge;
        _next = age + (pause > ShortestPause ? pause : ShortestPause);
        if (reader.Read(backend) is not { } now)
        {
            // A backend that has just ended has used what it had; one that could never be looked at tells nothing.
            if (_first is null)
                Total = null;
            return;
        }

        for (var i = 0; i < workers.Count; i++)
            Look(reader, workers[i]);
        var used = ProcessUsage.Between(_first ??= now, now) + _ended;
        foreach (var worker in _workers.Values)
            used += worker;
        Total = used;
    }

    /// <summary>A worker that has ended keeps what it had used when it was looked at last, also when
    /// its id is given out again.</summary>
    private void Look(IProcessUsageReader reader, int worker)
    {
        if (reader.Read(worker) is not { } now)
            return;
        if (_workers.TryGetValue(worker, out var before) && now.Cpu < before.Cpu)
            _ended += before;
        _workers[worker] = now;
    }
}
