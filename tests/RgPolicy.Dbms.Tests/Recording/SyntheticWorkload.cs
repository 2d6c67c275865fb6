using RgPolicy.Dbms.Recording;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Recording;

/// <summary>Random observations with everything that a recording can hold; the same seed gives the same ones.</summary>
internal sealed class SyntheticWorkload
{
    public static readonly DateTimeOffset Start = new(2026, 11, 20, 9, 0, 0, TimeSpan.Zero);

    private readonly Random _random;
    private readonly SessionFacts[] _sessions;
    private readonly StatementFacts[] _statements;
    private readonly PlanFacts[] _plans;
    private readonly SortedDictionary<int, ObservedQuery> _running = [];
    private readonly Dictionary<int, RequestFigures> _figures = [];
    private DateTimeOffset _now = Start;
    private ImmutableArray<LockWait>? _waits;
    private TimeSpan _elapsed;

    public SyntheticWorkload(int seed)
    {
        _random = new Random(seed);
        _sessions = [.. Enumerable.Range(0, 6).Select(_ => Session())];
        _statements = [.. Enumerable.Range(0, 12).Select(_ => Statement())];
        _plans = [.. Enumerable.Range(0, 12).Select(_ => Plan()), PlanFacts.Pending];
    }

    public static RecordingHeader Header { get; } =
        new(
            new ServerFacts("postgresql", "15.18", [15, 18], "postgres://app@db1/shop", null, false),
            TargetProfile.Generic with
            {
                Cores = 2,
                LlcWays = 0,
            },
            Start,
            true
        );

    public IReadOnlyList<RecordedObservation> Observations(int count) =>
        [.. Enumerable.Range(0, count).Select(_ => Next())];

    public RecordedObservation Next()
    {
        var step = TimeSpan.FromTicks(_random.Next(1, 2_000_000));
        var refresh = _random.Next(5) == 0;
        _elapsed += step;
        _now += refresh ? TimeSpan.Zero : step;
        foreach (var processId in _running.Keys.Where(_ => _random.Next(6) == 0).ToArray())
            _running.Remove(processId);
        for (var count = _random.Next(4); count > 0; count--)
        {
            var processId = _random.Next(2, 400);
            _running[processId] = Query(processId);
        }

        // What stays as it was is written otherwise than what changes.
        if (_random.Next(2) == 0)
            _waits = _random.Next(3) == 0 ? null : [.. Enumerable.Range(0, _random.Next(4)).Select(_ => Wait())];
        foreach (var processId in _running.Keys.Where(_ => _random.Next(2) == 0))
            _figures[processId] = Figures();
        return new RecordedObservation(
            new Observation(_now, [.. _running.Values])
            {
                Blocking =
                    _random.Next(4) == 0 ? new Dictionary<int, int> { [_random.Next(9)] = _random.Next(9) } : null,
                LockWaits = _waits,
                OthersWaitForLocks = _random.Next(3) == 0,
                Figures = _random.Next(3) == 0 ? [] : [.. _running.Keys.Select(id => _figures.GetValueOrDefault(id))],
                Pressure =
                    _random.Next(3) == 0
                        ? new HostPressure(_random.NextDouble() * 100, null, 0)
                        {
                            Processors =
                                _random.Next(2) == 0 ? new HostProcessors(64, _random.NextDouble() * 64, 1.5) : null,
                        }
                        : null,
            },
            _elapsed,
            TimeSpan.FromMilliseconds(_random.Next(50, 300)),
            refresh
        );
    }

    private LockWait Wait() => new(_random.Next(1000), _random.Next(1000), _random.Next(2) == 0);

    private RequestFigures Figures() =>
        new(
            _random.Next(4) == 0 ? null : TimeSpan.FromTicks(_random.Next()),
            _random.NextInt64(),
            _random.Next(2) == 0 ? 0 : long.MaxValue,
            _random.Next(4) == 0 ? null : _random.NextInt64(1 << 40),
            _random.Next(64)
        );

    private ObservedQuery Query(int processId) =>
        new()
        {
            ProcessId = processId,
            Started = _now - TimeSpan.FromTicks(_random.NextInt64(-500, 90_000_000)),
            Session = Any(_sessions),
            Statement = _random.Next(5) == 0 ? null : Any(_statements),
            Plan = Any(_plans),
            History =
                _random.Next(3) == 0
                    ? new HistoryFacts(_random.Next(99), TimeSpan.FromTicks(_random.Next()), null, null, 0)
                    : null,
            Workers = [.. Enumerable.Range(0, _random.Next(3)).Select(_ => _random.Next(400, 900))],
            WaitsForLock = _random.Next(2) == 0,
            HasWritten = _random.Next(2) == 0,
            IsInCriticalSection = _random.Next(2) == 0,
            Phase = _random.Next(2) == 0 ? Any(Enum.GetValues<PlanShape>()) : null,
            Exemption = _random.Next(8) == 0 ? "replication" : null,
        };

    private SessionFacts Session() =>
        new(Word(), Word(), Word(), Word(), _random.Next(2) == 0)
        {
            Groups = _random.Next(2) == 0 ? null : [.. Enumerable.Range(0, _random.Next(3)).Select(_ => Word())],
        };

    private StatementFacts Statement() =>
        new(Any(Enum.GetValues<StatementKind>()), Word(), Text(), _random.Next(2) == 0)
        {
            IsTransactionControl = _random.Next(2) == 0,
            Tables = _random.Next(2) == 0 ? null : [.. Enumerable.Range(0, _random.Next(4)).Select(_ => Word())],
        };

    private string? Text() =>
        _random.Next(6) switch
        {
            0 => null,
            1 => $"ALTER ROLE {Word()} PASSWORD 'hunter2'",
            2 => $"select crypt('secret', {_random.Next()})",
            3 => $"COMMIT -- {Word()}\r\n\t\"quoted\" \0",
            _ => $"select {Word()} größer ≥ 𝛼 < 5",
        };

    private PlanFacts Plan() => _random.Next(5) == 0 ? PlanFacts.Absent(Word()) : PlanFacts.Known(Profile(), Word());

    private PlanProfile Profile() =>
        new()
        {
            Shape = Any(Enum.GetValues<PlanShape>()),
            ShapeShare = _random.Next(2) == 0 ? null : _random.NextDouble(),
            RunnerUp = _random.Next(2) == 0 ? null : Any(Enum.GetValues<PlanShape>()),
            RunnerUpShare = _random.Next(2) == 0 ? null : _random.NextDouble(),
            ShapeProvenance = Any(Enum.GetValues<Provenance>()),
            Reason = Word(),
            Writes = _random.Next(2) == 0,
            CacheUse = Any(Enum.GetValues<CacheUse>()),
            Locality = _random.Next(2) == 0 ? null : Any(Enum.GetValues<PlanLocality>()),
            Temporality = _random.Next(2) == 0 ? null : Any(Enum.GetValues<Temporality>()),
            WorkingSetBytes = Number(),
            StreamedBytes = Number(),
            RandomAccesses = Number(),
            RowsTouched = Number(),
            RowsReturned = Number(),
            MemoryGrantBytes = Number(),
            Dop = Number(),
            Cost = Number(),
            Tables = [.. Enumerable.Range(0, _random.Next(4)).Select(_ => Word())],
            Operators = [.. Enumerable.Range(0, _random.Next(4)).Select(Operator)],
        };

    private PlanOperator Operator(int id) =>
        new(
            id,
            id == 0 ? null : id - 1,
            Word(),
            Any(Enum.GetValues<OperatorFamily>()),
            Number(),
            Number(),
            Number(),
            Number(),
            _random.NextDouble()
        );

    private Figure Number() =>
        _random.Next(5) switch
        {
            0 => Figure.Unknown,
            1 => new Figure(decimal.MaxValue, Provenance.Actual),
            2 => new Figure(-0.0000000000000000000000000001m, Provenance.Inferred),
            3 => new Figure(_random.NextInt64(), Provenance.Estimate),
            _ => new Figure((decimal)_random.NextDouble() * 1000, Provenance.Fallback),
        };

    private string Word() =>
        string.Concat(Enumerable.Range(0, _random.Next(9)).Select(_ => (char)_random.Next('a', 'z')));

    private T Any<T>(T[] values) => values[_random.Next(values.Length)];
}
