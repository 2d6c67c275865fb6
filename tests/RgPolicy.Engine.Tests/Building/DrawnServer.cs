using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>Backends that run drawn queries: the same seed makes the same observations.</summary>
internal sealed class DrawnServer(int seed)
{
    private const int Backends = 7;
    private const long Llc = 32L << 20;

    private static readonly string[] Apps = ["app", "etl", "pg_dump", "reports"];
    private static readonly double[] Pauses = [0.01, 0.05, 0.1, 0.1, 0.1, 0.4, 1, 3, 11];

    private readonly Random _random = new(seed);
    private readonly SortedDictionary<int, ObservedQuery> _running = [];
    private readonly Dictionary<string, long> _calls = new(StringComparer.Ordinal);
    private double _pressure = 30;

    /// <summary>Seconds since <see cref="Scene.Start"/>.</summary>
    public double Now { get; private set; }

    /// <summary>What is to be seen next.</summary>
    public Observation Next()
    {
        Now = Math.Round(Now + Pauses[_random.Next(Pauses.Length)], 3);
        for (var backend = 1; backend <= Backends; backend++)
            Live(backend * 10);

        _pressure = Math.Clamp(_pressure + _random.Next(-20, 23), 0, 100);
        var (blocks, tellsWho) = (_random.Next(4) == 0, _random.Next(2) == 0);
        return Scene.See(Now, [.. _running.Values]) with
        {
            Figures = [.. _running.Values.Select(Figures)],
            Pressure = _random.Next(12) == 0 ? null : new HostPressure(_pressure, 5, null),
            Blocking = blocks ? Blocking() : null,
            LockWaits = blocks && tellsWho ? [.. Enumerable.Range(0, _random.Next(5)).Select(_ => Wait())] : null,
            OthersWaitForLocks = _random.Next(12) == 0,
            RecentlyIdle = _random.Next(3) > 0 ? [] : null,
        };
    }

    private Dictionary<int, int> Blocking() =>
        Enumerable.Range(0, 3).Select(_ => Any()).Distinct().ToDictionary(each => each, _ => _random.Next(1, 4));

    private LockWait Wait() => new(Any(), Any(), _random.Next(3) == 0);

    private int Any() => 10 * _random.Next(1, Backends + 1);

    private void Live(int process)
    {
        var choice = _random.Next(16);
        if (!_running.TryGetValue(process, out var query))
        {
            if (choice < 6)
                _running[process] = New(process);

            return;
        }

        _running[process] = choice switch
        {
            0 or 1 => query with { Workers = [.. Enumerable.Range(process + 1, _random.Next(3))] },
            2 => query with { WaitsForLock = !query.WaitsForLock },
            3 => query with { HasWritten = !query.HasWritten },
            4 => query with { IsInCriticalSection = !query.IsInCriticalSection },
            5 => New(process),
            6 => query with { Phase = query.Phase is null ? PlanShape.Sort : null },
            7 when query.Plan.State == PlanState.Pending => query with { Plan = AnyPlan() },
            _ => query,
        };
        if (choice is 8 or 9)
            _running.Remove(process);
    }

    private ObservedQuery New(int process)
    {
        var fingerprint = "f" + _random.Next(6);
        _calls[fingerprint] = _calls.GetValueOrDefault(fingerprint) + _random.Next(1, 30);
        var kind = _random.Next(5) == 0 ? (StatementKind)_random.Next(10) : StatementKind.Select;
        return Scene.Query(process, AnyPlan(), Now - (_random.Next(4) == 0 ? 0.01 : _random.Next(200) / 10.0)) with
        {
            Session = (_random.Next(10) == 0 ? Scene.Admin : Scene.User) with { App = Apps[_random.Next(4)] },
            Statement =
                _random.Next(12) == 0 ? null : new StatementFacts(kind, fingerprint, "select 1", _random.Next(9) == 0),
            History = new HistoryFacts(_calls[fingerprint], TimeSpan.FromMilliseconds(50), null, null, 4096),
            Exemption = _random.Next(20) == 0 ? "own" : null,
            Workers = [.. Enumerable.Range(process + 1, _random.Next(3))],
        };
    }

    private PlanFacts AnyPlan() =>
        _random.Next(8) switch
        {
            0 => PlanFacts.Pending,
            1 => PlanFacts.Absent("none"),
            2 or 3 => Scene.Plan(PlanShape.Oltp),
            _ => PlanFacts.Known(Profile(), "drawn"),
        };

    private PlanProfile Profile() =>
        new()
        {
            Shape = (PlanShape)_random.Next(10),
            Writes = _random.Next(5) == 0,
            CacheUse = (CacheUse)_random.Next(3),
            Locality = (PlanLocality)_random.Next(3),
            Temporality = (Temporality)_random.Next(2),
            WorkingSetBytes = Size(Llc * _random.Next(0, 9) / 5),
            StreamedBytes = Size(Llc * _random.Next(0, 200)),
            Dop = Size(_random.Next(1, 5)),
            Cost = Size(_random.Next(1, 100_000)),
        };

    private RequestFigures Figures(ObservedQuery query) =>
        new(
            TimeSpan.FromSeconds(Math.Max(0, (Scene.At(Now) - query.Started).TotalSeconds / 2)),
            query.ProcessId << 20,
            0,
            null,
            query.Workers.Length
        );

    private static Figure Size(long value) => new(value, Provenance.Estimate);
}
