using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Looks again at queries by the processor time that they use: whether their plan still explains it, and whether what
/// excuses them from their class has come to its end. What excuses a query is something that any session can have or
/// say of itself (a write before, COMMIT, the name of a dump), so it lasts for a share of a processor only.
/// </summary>
internal sealed class UseWatch(TurnEvents events)
{
    /// <summary>What a backend may use at once while it is excused.</summary>
    public static readonly TimeSpan Burst = TimeSpan.FromSeconds(2);

    /// <summary>The share of one processor that it may go on using.</summary>
    public const double Share = 0.05;

    // What was used beyond it is not held against a session for longer than some minutes.
    private static readonly TimeSpan MostHeld = Burst * 5;

    private readonly Dictionary<int, (TimeSpan Used, DateTimeOffset At)> _excused = [];
    private Observation? _begun;

    /// <summary>Takes in what one query has used.</summary>
    /// <returns>True when it is to be decided again.</returns>
    public bool Watch(TrackedQuery tracked, Observation observation)
    {
        BeginTurn(observation);
        var query = tracked.Query;
        var mayExceed = observation.Time - query.Started >= PlanUse.Much / (1 + query.Workers.Length);
        var isExcusable = IsExcusable(query);
        if (!mayExceed && !isExcusable)
            return false;

        var used = observation.FiguresOf(query)?.Cpu ?? TimeSpan.Zero;
        var before = (tracked.ExceedsPlan, tracked.IsExcuseSpent);
        tracked.ExceedsPlan = mayExceed && PlanUse.IsExceeded(query, used);
        if (isExcusable)
            WatchExcuse(tracked, used, observation.Time);

        return before != (tracked.ExceedsPlan, tracked.IsExcuseSpent);
    }

    private void BeginTurn(Observation observation)
    {
        if (ReferenceEquals(_begun, observation))
            return;

        _begun = observation;
        Forget(observation.Time);
    }

    /// <summary>Forgets the backends that have no more to make up for.</summary>
    private void Forget(DateTimeOffset now)
    {
        foreach (var (processId, spent) in _excused)
        {
            if (Left(spent, now) == TimeSpan.Zero)
                _excused.Remove(processId);
        }
    }

    private static bool IsExcusable(ObservedQuery query) =>
        query.HasWritten || query.IsExemptionClaimed || query.Statement is { IsTransactionControl: true };

    private void WatchExcuse(TrackedQuery tracked, TimeSpan used, DateTimeOffset now)
    {
        var isSpent = Spend(tracked.Query.ProcessId, used - (tracked.Spent ?? used), now);
        tracked.Spent = used;
        if (isSpent && !tracked.IsExcuseSpent)
        {
            tracked.IsExcuseSpent = true;
            Tell(tracked.Query, now);
        }
    }

    private bool Spend(int processId, TimeSpan used, DateTimeOffset now)
    {
        var spent = _excused.TryGetValue(processId, out var known) ? Left(known, now) : TimeSpan.Zero;
        if (used > TimeSpan.Zero)
            spent = spent + used < MostHeld ? spent + used : MostHeld;

        if (spent > TimeSpan.Zero)
            _excused[processId] = (spent, now);

        return spent >= Burst;
    }

    private static TimeSpan Left((TimeSpan Used, DateTimeOffset At) spent, DateTimeOffset now)
    {
        var left = spent.Used - ((now - spent.At) * Share);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    private void Tell(ObservedQuery query, DateTimeOffset now)
    {
        if (events.HasRoom())
        {
            var excuse =
                query.HasWritten ? "its transaction has written"
                : query.IsExemptionClaimed ? query.Exemption
                : "transaction control";
            events.Add(
                now,
                "excuse",
                query,
                $"{excuse}, but it has used {Burst.TotalSeconds:0} s of processor time that way: its class decides again"
            );
        }
    }
}
