namespace RgPolicy.Service.Observing;

/// <summary>Takes the jumps of the DBMS's clock out of what is observed. Ages, memories and windows of a measurement go
/// by a time that runs as evenly as this host's steady clock; only what a policy says of the time of day goes by the
/// clock itself. While the clock has never jumped, observations pass through as they are.</summary>
internal sealed class SteadyTimeline(TimeProvider time)
{
    /// <summary>Clocks that are steered differ by less: a poll of 1 s, and 0.1 % of the time between
    /// two good polls.</summary>
    private static readonly TimeSpan LeastJump = TimeSpan.FromSeconds(2);
    private const double Steering = 0.001;

    private readonly Dictionary<int, CarriedQuery> _carried = [];
    private readonly List<int> _gone = [];
    private ImmutableArray<ObservedQuery> _lastCarried = [];
    private Observation? _last;
    private long _lastStamp;
    private long _turn;

    /// <summary>How far the DBMS's clock is ahead of the steady time.</summary>
    public TimeSpan Shift { get; private set; }

    public long Jumps { get; private set; }

    /// <summary>The last jump, positive when forward; zero before the first.</summary>
    public TimeSpan LastJump { get; private set; }

    /// <summary>Takes a poll's observation.</summary>
    /// <param name="seen">As the DBMS's clock has it.</param>
    /// <param name="stamp">This host's steady clock in the middle of the poll.</param>
    public Observation Follow(Observation seen, long stamp)
    {
        var before = Shift;
        if (_last is { } last && JumpSince(last, seen, stamp) is { } jump)
            Note(last, jump);
        (_last, _lastStamp, var since) = (seen, stamp, _last?.Time - before);
        return Carry(seen, before, since ?? DateTimeOffset.MinValue);
    }

    /// <summary>Takes the same moment again, with plans that have arrived since.</summary>
    public Observation Again(Observation refreshed) => Carry(refreshed, Shift, DateTimeOffset.MinValue);

    /// <summary>The query as the DBMS knows it.</summary>
    public ObservedQuery AsServed(ObservedQuery query) =>
        _carried.TryGetValue(query.ProcessId, out var carried) && ReferenceEquals(carried.Handed, query)
            ? carried.Served
            : query;

    private TimeSpan? JumpSince(Observation last, Observation seen, long stamp)
    {
        var passed = time.GetElapsedTime(_lastStamp, stamp);
        var jump = seen.Time - last.Time - passed;
        return jump.Duration() > LeastJump + (passed * Steering) ? jump : null;
    }

    private void Note(Observation last, TimeSpan jump)
    {
        foreach (var query in last.Queries)
            _carried.TryAdd(query.ProcessId, new CarriedQuery(query, Shift) { Handed = query });
        Shift += jump;
        Jumps++;
        LastJump = jump;
    }

    private Observation Carry(Observation seen, TimeSpan before, DateTimeOffset since)
    {
        if (Jumps == 0)
            return seen;
        var now = seen.Time - Shift;
        _turn++;
        var queries = ImmutableArray.CreateBuilder<ObservedQuery>(seen.Queries.Length);
        var isChanged = seen.Queries.Length != _lastCarried.Length;
        foreach (var query in seen.Queries)
        {
            var handed = Carry(query, before, since, now);
            isChanged = isChanged || !ReferenceEquals(handed, _lastCarried[queries.Count]);
            queries.Add(handed);
        }

        Forget();
        _lastCarried = isChanged ? queries.DrainToImmutable() : _lastCarried;
        return seen with { Time = now, Queries = _lastCarried, ClockShift = Shift };
    }

    private ObservedQuery Carry(ObservedQuery served, TimeSpan before, DateTimeOffset since, DateTimeOffset now)
    {
        if (!_carried.TryGetValue(served.ProcessId, out var carried) || carried.Served.Started != served.Started)
            _carried[served.ProcessId] = carried = new CarriedQuery(served, ShiftOf(served, before, since, now));
        if (carried.Handed is null || !ReferenceEquals(carried.Served, served))
            (carried.Served, carried.Handed) = (served, Steady(served, carried.Shift, now));
        carried.Turn = _turn;
        return carried.Handed;
    }

    /// <summary>A query that is new in the poll that found a jump began before or after it: by which of the two it fits
    /// between the polls.</summary>
    private TimeSpan ShiftOf(ObservedQuery served, TimeSpan before, DateTimeOffset since, DateTimeOffset now)
    {
        var after = served.Started - Shift;
        return before == Shift || (after > since && after <= now) ? Shift : before;
    }

    private static ObservedQuery Steady(ObservedQuery served, TimeSpan shift, DateTimeOffset now)
    {
        var started = served.Started - shift;
        if (started > now)
            started = now;
        return started == served.Started ? served : served with { Started = started };
    }

    private void Forget()
    {
        foreach (var (processId, carried) in _carried)
            if (carried.Turn != _turn)
                _gone.Add(processId);
        foreach (var processId in _gone)
            _carried.Remove(processId);
        _gone.Clear();
    }

    /// <summary>A running query, as the DBMS shows it and as it is handed out.</summary>
    private sealed class CarriedQuery(ObservedQuery served, TimeSpan shift)
    {
        public TimeSpan Shift => shift;

        public ObservedQuery Served { get; set; } = served;

        public ObservedQuery? Handed { get; set; }

        public long Turn { get; set; }
    }
}

/// <summary>Tells the DBMS's clock between polls. A poll brackets one reading of that clock by two of ours; the middle
/// of the tightest bracket of the last minute gives the offset.</summary>
internal sealed class DbmsClock
{
    private static readonly TimeSpan Renewal = TimeSpan.FromMinutes(1);

    private readonly TimeProvider _time;
    private TimeSpan _tightest = TimeSpan.MaxValue;
    private DateTimeOffset _reference;
    private long _referenceStamp;
    private bool _isKeptElsewhere;

    /// <summary>Knows nothing until the first poll.</summary>
    public DbmsClock(TimeProvider time) => _time = time;

    /// <summary>The DBMS's clock now, as far as polls have told it.</summary>
    public DateTimeOffset Now => _isKeptElsewhere ? _reference : _reference + _time.GetElapsedTime(_referenceStamp);

    /// <summary>Half the width of the bracket: how wrong <see cref="Now"/> may be.</summary>
    public TimeSpan Uncertainty => _tightest / 2;

    /// <summary>Takes a poll's reading.</summary>
    public void Synchronise(DateTimeOffset reading, long sent, long received)
    {
        var width = _time.GetElapsedTime(sent, received);
        if (width <= _tightest || _time.GetElapsedTime(_referenceStamp) > Renewal)
        {
            _tightest = width;
            _reference = reading;
            _referenceStamp = sent + ((received - sent) / 2);
        }
    }

    /// <summary>Takes a clock that someone else keeps, as a replay does; it stands still until the next
    /// reading.</summary>
    public void Set(DateTimeOffset reading)
    {
        _isKeptElsewhere = true;
        _tightest = TimeSpan.Zero;
        _reference = reading;
    }
}
