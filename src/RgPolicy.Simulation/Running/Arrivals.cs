using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Running;

/// <summary>When executions begin: clients after their pauses, and those that arrive by the clock.</summary>
internal sealed class Arrivals
{
    private const int MostBackends = 2_000;

    private readonly PriorityQueue<(QueryKind Kind, Backend? Backend), (double Time, int Order)> _due = new();
    private readonly Dictionary<QueryKind, Stack<Backend>> _free = [];
    private readonly List<Backend> _backends = [];
    private readonly ImmutableArray<QueryKind> _kinds;
    private int _order;

    public Arrivals(ImmutableArray<QueryKind> kinds)
    {
        _kinds = kinds;
        foreach (var kind in kinds)
        {
            var query = kind.Query;
            for (var client = 0; client < query.Clients; client++)
                Add(
                    kind,
                    query.EverySeconds is null ? NewBackend(kind) : null,
                    query.BeginsSeconds + Offset(query, client)
                );
        }
    }

    /// <summary>Every backend, by process id.</summary>
    public IReadOnlyList<Backend> Backends => _backends;

    /// <summary>Arrivals for which there was no backend left.</summary>
    public long Lost => _kinds.Sum(kind => kind.Lost);

    /// <summary>When the next execution begins; infinite where none does.</summary>
    public double Next => _due.TryPeek(out _, out var due) ? due.Time : double.PositiveInfinity;

    /// <summary>The executions that begin until a moment.</summary>
    public IEnumerable<Execution> Take(double now)
    {
        while (_due.TryPeek(out _, out var due) && due.Time <= now)
        {
            var (kind, backend) = _due.Dequeue();
            if (kind.IsDone)
                continue;
            if (kind.Query.EverySeconds is { } pause)
            {
                Add(kind, null, due.Time + (pause * kind.Query.Clients));
                backend = FreeBackend(kind);
            }

            if (backend is null)
            {
                kind.Lose(due.Time);
                continue;
            }

            kind.Begun++;
            yield return new Execution(backend, due.Time);
        }
    }

    /// <summary>A backend has ended an execution.</summary>
    public void End(Backend backend, double now)
    {
        backend.IdleSince = now;
        if (backend.Kind.Query.EverySeconds is not null)
            _free[backend.Kind].Push(backend);
        else
            Add(backend.Kind, backend, now + backend.Kind.Query.ThinkSeconds);
    }

    // Several sources of arrivals share the interval, one after the other.
    private static double Offset(MixQuery query, int client) => client * (query.EverySeconds ?? 0);

    private void Add(QueryKind kind, Backend? backend, double time) => _due.Enqueue((kind, backend), (time, _order++));

    private Backend? FreeBackend(QueryKind kind)
    {
        _free.TryAdd(kind, new Stack<Backend>());
        return _free[kind].TryPop(out var backend) ? backend
            : _backends.Count < MostBackends ? NewBackend(kind)
            : null;
    }

    private Backend NewBackend(QueryKind kind)
    {
        var backend = new Backend(1000 + _backends.Count, kind);
        _backends.Add(backend);
        return backend;
    }
}
