using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Testing;

/// <summary>
/// One query under the governor that also runs in the service, with the clock and the signals of a
/// policy test. Between two moments of the test it is looked at as often as anything can change.
/// </summary>
internal sealed class TestStage
{
    /// <summary>The backend that runs the query.</summary>
    public const int Backend = 1;

    // A state that is entered and left at once, again and again, never comes to rest.
    private const int MostLooksAtOnce = 4;

    // Neither youth nor a limit of events may hide what the policy says.
    private static readonly GovernorOptions Options = new() { MinimumAge = TimeSpan.Zero };

    private readonly Governor _governor;
    private readonly TestTicks _ticks;
    private readonly bool _isTimeLine;
    private GivenSignals _given;
    private DateTimeOffset _started;
    private Observation? _seen;

    /// <param name="program">The policy, compiled for the test's target.</param>
    /// <param name="begin">When the test begins.</param>
    /// <param name="given">What the test gives from its begin on.</param>
    /// <param name="isTimeLine">Time passes, and with it the query grows older.</param>
    public TestStage(PolicyProgram program, DateTimeOffset begin, GivenSignals given, bool isTimeLine)
    {
        _governor = new Governor(program, Options);
        _ticks = new TestTicks(program.Policy, begin);
        (_given, _isTimeLine) = (given, isTimeLine);
        Begin = _started = Now = begin;
        Grow(isNew: _given.Values.ContainsKey(Elapsed.Ordinal));
    }

    /// <summary>When the test begins.</summary>
    public DateTimeOffset Begin { get; }

    /// <summary>The moment.</summary>
    public DateTimeOffset Now { get; private set; }

    /// <summary>The governor, after it has looked.</summary>
    public Governor Governor => _governor;

    /// <summary>What is remembered of the query.</summary>
    public TrackedQuery Query =>
        _governor.Peek(Backend) ?? throw new InvalidOperationException("Nothing was looked at yet.");

    private static Signal Elapsed { get; } = SignalCatalog.Get("request.elapsed");

    /// <summary>Lets time pass until a moment, which is not looked at yet.</summary>
    /// <param name="to">The moment.</param>
    /// <param name="look">Called after every look on the way.</param>
    public void Pass(DateTimeOffset to, Action look)
    {
        Settle();
        while (_ticks.Next(Now, to, isControlled: !_given.Late.IsEmpty) is { } tick)
        {
            Now = tick;
            Look();
            look();
            Settle();
        }

        Now = to;
        _ticks.Restart(to);
    }

    /// <summary>Takes in what a moment gives.</summary>
    public void Give(TestMoment moment)
    {
        foreach (var given in moment.Given)
            _given = _given.With(given.Signal, GivenValues.ToValue(given));

        _given = _given with { Late = _given.Late.SetItems(moment.Late.Select(GivenValues.ToLate)) };
        Grow(isNew: moment.Given.Any(given => given.Signal == Elapsed));
    }

    /// <summary>Looks at the query now.</summary>
    public void Look()
    {
        _seen = new Observation(Now, [Observed()]) { Given = _given };
        var turn = _governor.Decide(_seen);
        if (turn.Events.Any(StartsDuration))
            _ticks.Happened(Now);
    }

    /// <summary>All signals as they are now.</summary>
    public SignalValues Values()
    {
        var values = new SignalValues();
        SignalMapper.Fill(
            values,
            Query.Query,
            _seen ?? throw new InvalidOperationException("Nothing was looked at yet."),
            _governor.Program.Target
        );
        return values;
    }

    /// <summary>The moment, for windows.</summary>
    public Instant At => Instant.FromDateTimeOffset(Now);

    // A query that is to be cancelled is asked for again and again, and nothing counts from that.
    private static bool StartsDuration(GovernorEvent happened) => happened.Kind != "cancel";

    /// <summary>A state that was just entered or left may begin to go back at once.</summary>
    private void Settle()
    {
        for (var looks = 0; looks < MostLooksAtOnce && _ticks.HasHappenedAt(Now); looks++)
        {
            _ticks.Settle();
            Look();
        }
    }

    /// <summary>A query of another age is another execution; without an age of its own, one of a time
    /// line begins with it.</summary>
    private void Grow(bool isNew)
    {
        if (isNew)
        {
            var ticks = Math.Min(_given.Age * TimeSpan.TicksPerSecond, (Now - DateTimeOffset.MinValue).Ticks);
            _started = Now - TimeSpan.FromTicks((long)ticks);
            _given = _given with { AgesSince = Now };
        }
        else if (_isTimeLine)
        {
            _given = _given with { AgesSince = _given.AgesSince ?? Begin };
        }

        if (_given.AgesSince is { } since)
            _ticks.Ages(since, _given.Age, Now);
    }

    private ObservedQuery Observed() =>
        new()
        {
            ProcessId = Backend,
            Started = _started,
            Session = new SessionFacts(
                Text("session.app"),
                Text("session.login"),
                Text("session.host"),
                Text("session.database"),
                false
            ),
            Statement = Statement(),
        };

    /// <summary>A query with a plan has a statement.</summary>
    private StatementFacts? Statement()
    {
        var isKnown = _given.Values.Keys.Any(ordinal =>
            SignalCatalog.All[ordinal].Phase is SignalPhase.Statement or SignalPhase.Plan
        );
        var kind = _given.Values.TryGetValue(SignalCatalog.Get("statement.kind").Ordinal, out var word)
            ? (StatementKind)(int)word.Number
            : StatementKind.Other;
        return isKnown ? new StatementFacts(kind, Text("statement.fingerprint"), null, false) : null;
    }

    private string Text(string signal) =>
        _given.Values.TryGetValue(SignalCatalog.Get(signal).Ordinal, out var value) ? value.Text : "";
}
