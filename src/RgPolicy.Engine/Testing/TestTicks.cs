using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Engine.Testing;

/// <summary>
/// When a policy test looks between two of its moments: exactly when a duration or an age of the policy
/// is over, and when a window opens or closes. Only where controllers act on their own clock, or durations follow each
/// other without end, it also looks every second of the first ten minutes, then every minute, and less
/// and less often over weeks and years.
/// </summary>
internal sealed class TestTicks
{
    // Whatever a policy makes happen, the looks of one test end.
    private const int MostDeadlines = 10_000;

    // What may follow from one turn of a window without counting: a few states entered and left.
    private const int TurnsAllowance = 8;

    private static readonly TimeSpan Seconds = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan Minutes = TimeSpan.FromDays(40);
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Hours = TimeSpan.FromDays(400);
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    private readonly SortedSet<DateTimeOffset> _deadlines = [];
    private readonly ImmutableArray<TimeSpan> _durations;
    private readonly ImmutableArray<decimal> _ages;
    private readonly bool _changesWithTime;
    private readonly WindowTurns _windows;
    private DateTimeOffset _moment;
    private DateTimeOffset? _happened;
    private int _count;

    public TestTicks(Policy policy, DateTimeOffset begin)
    {
        _moment = begin;
        _changesWithTime =
            policy is not { Rules.Length: 0, States.Length: 0, Objectives.Length: 0, CacheStrategy: null };
        _windows = new WindowTurns(policy.Windows);
        _durations = [.. Durations(policy).Where(duration => duration > TimeSpan.Zero).Distinct()];
        _ages = [.. Conditions(policy).SelectMany(Ages).Distinct()];
        Happened(begin);
        _happened = null;
    }

    /// <summary>The next look after a moment and before another, or null.</summary>
    /// <param name="now">The moment.</param>
    /// <param name="to">The other.</param>
    /// <param name="isControlled">The test gives what controllers of objectives act on.</param>
    public DateTimeOffset? Next(DateTimeOffset now, DateTimeOffset to, bool isControlled)
    {
        if (!_changesWithTime)
            return null;

        while (_deadlines.Count > 0 && _deadlines.Min <= now)
            _deadlines.Remove(_deadlines.Min);

        var next = isControlled || _count >= MostDeadlines ? Regular(now) : to;
        next = _deadlines.Count > 0 && _deadlines.Min < next ? _deadlines.Min : next;
        if (_windows.Next(now, to) is { } turn && turn <= next)
        {
            next = turn;
            _count = Math.Max(0, _count - (TurnsAllowance * _durations.Length));
            AddDurations(turn);
        }

        return next < to ? next : null;
    }

    /// <summary>A moment of the test has come: what it gives begins to count.</summary>
    public void Restart(DateTimeOffset moment)
    {
        (_moment, _count) = (moment, 0);
        _windows.Restart();
        Happened(moment);
        _happened = null;
    }

    /// <summary>Something has happened, from which a duration of the policy may count.</summary>
    public void Happened(DateTimeOffset now)
    {
        _happened = now;
        AddDurations(now);
    }

    /// <summary>Whether something happened at this look.</summary>
    public bool HasHappenedAt(DateTimeOffset now) => _happened == now;

    /// <summary>What happened has been looked at again.</summary>
    public void Settle() => _happened = null;

    /// <summary>A query has this age: its looks are when it comes to an age that the policy asks about,
    /// and right after.</summary>
    /// <param name="since">When it had the age.</param>
    /// <param name="age">The age, in seconds.</param>
    /// <param name="now">The moment.</param>
    public void Ages(DateTimeOffset since, decimal age, DateTimeOffset now)
    {
        foreach (var asked in _ages)
        {
            var seconds = asked - Math.Min(age, decimal.MaxValue / 2);
            if (seconds is >= 0 and < 1e10m)
            {
                var reached = since + TimeSpan.FromTicks((long)(seconds * TimeSpan.TicksPerSecond));
                Add(reached, now);
                Add(reached + TimeSpan.FromTicks(1), now);
            }
        }
    }

    private void AddDurations(DateTimeOffset since)
    {
        foreach (var duration in _durations)
            Add(since + duration);
    }

    private void Add(DateTimeOffset deadline, DateTimeOffset? after = null)
    {
        if (_count < MostDeadlines && !(deadline <= after))
        {
            _count++;
            _deadlines.Add(deadline);
        }
    }

    private DateTimeOffset Regular(DateTimeOffset now)
    {
        var passed = now - _moment;
        return passed < Seconds
            ? _moment + Upwards(passed, Second)
            : new DateTimeOffset(
                Upwards(
                    now - DateTimeOffset.MinValue,
                    passed < Minutes ? Minute
                        : passed < Hours ? Hour
                        : Day
                ).Ticks,
                TimeSpan.Zero
            );
    }

    private static TimeSpan Upwards(TimeSpan passed, TimeSpan step) =>
        new(((passed.Ticks / step.Ticks) + 1) * step.Ticks);

    private static IEnumerable<TimeSpan> Durations(Policy policy) =>
        policy
            .States.SelectMany(state => new[] { state.EnterAfter, state.LeaveAfter })
            .Concat(
                policy
                    .Rules.SelectMany(rule => rule.Steps)
                    .Select(step => step.Then)
                    .OfType<RuleAction.Quarantine>()
                    .Select(action => action.Duration)
            );

    private static IEnumerable<Condition> Conditions(Policy policy) =>
        policy
            .Classes.Select(item => item.Condition)
            .Concat(policy.Rules.SelectMany(rule => rule.Steps.Select(step => step.When).Append(rule.Unless)))
            .OfType<Condition>();

    private static IEnumerable<decimal> Ages(Condition condition) =>
        condition switch
        {
            AndCondition all => all.Operands.SelectMany(Ages),
            OrCondition any => any.Operands.SelectMany(Ages),
            NotCondition not => Ages(not.Operand),
            AtomCondition { Signal.Name: "request.elapsed" } atom => Constants(atom)
                .OfType<NumberConstant>()
                .Select(number => InSeconds(number.Value))
                .OfType<decimal>(),
            _ => [],
        };

    private static ImmutableArray<Constant> Constants(AtomCondition atom) =>
        atom switch
        {
            ComparisonCondition comparison => [comparison.Value],
            BetweenCondition between => [between.Low, between.High],
            InCondition within => within.Values,
            _ => [],
        };

    private static decimal? InSeconds(Rational value) => NearestDecimal.NotAbove(value);
}
