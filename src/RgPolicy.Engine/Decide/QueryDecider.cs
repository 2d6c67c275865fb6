using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Rules;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Decide;

/// <summary>Decides the class of one query and where it should be.</summary>
internal sealed class QueryDecider(PolicyProgram program, RuleMemory books, ClassTally tally, TurnEvents events)
{
    // For queries that are decided once: a set each would be filled more slowly, because thousands do
    // not fit into the cache.
    private readonly SignalValues _values = new();
    private Observation? _begun;

    public long Decisions { get; set; }

    /// <summary>True when age or measurements alone can change what was decided.</summary>
    public bool MayChangeWithTime(TrackedQuery tracked) => program.ClassesChangeWithTime || HasTimedRules(tracked);

    public void Decide(TrackedQuery tracked, Observation observation, bool isChanged)
    {
        var at = Instant.FromDateTimeOffset(observation.ClockTime);
        var values = ValuesOf(tracked, observation, isChanged);
        if (isChanged || program.ClassesChangeWithTime)
            Classify(tracked, values, at, observation.Time);

        ChooseStand(tracked, values, at, observation.Time);
    }

    /// <summary>The name of the pool that it should be in, for events.</summary>
    private string PoolName(TrackedQuery tracked) =>
        program.LowestPools.Contains(tracked.Place) ? $"the lowest pool ({Note(tracked)})"
        : program.Pools.Concat(program.Parts).FirstOrDefault(pool => pool.Number == tracked.Place) is { } pool
            ? $"pool {pool.Pool.Name}"
        : "where the server was started";

    /// <summary>Why it is not in its class's pool; empty when it is.</summary>
    public static string Note(TrackedQuery tracked) =>
        (tracked.Reason, tracked.Failure) switch
        {
            (PlacementReason.Exempt, _) => tracked.Query.Exemption ?? "",
            (PlacementReason.Superuser, _) => IsJobStep(tracked.Query)
                ? "superuser: a job step of SQL Server Agent runs as a sysadmin where one owns the job"
                : "superuser",
            (PlacementReason.TransactionControl, _) => "transaction control is never throttled",
            (PlacementReason.Commits, _) => "commits, or holds or waits for a lightweight lock that others need",
            (PlacementReason.HasWritten, _) =>
                "its open transaction has written, and its class does not ask plan.writes",
            (PlacementReason.Blocks, _) when tracked.Blocked == 0 => "blocked others a moment ago",
            (PlacementReason.Blocks, _) => $"blocks {tracked.Blocked} others",
            (PlacementReason.Rule, _) when tracked.DecidingRule is { } rule => rule.Describe(tracked.Steps[rule.Index]),
            (PlacementReason.Quarantine, _) => "its fingerprint is in quarantine",
            (PlacementReason.Provisional, _) => "provisional: waits for " + PendingNames(tracked),
            (PlacementReason.Young, _) => "too young",
            (PlacementReason.InPool, { Length: 0 }) when tracked.Slot.IsHeld || tracked.Slot.IsLetOff =>
                tracked.Slot.Describe(),
            (_, { Length: > 0 } failure) => "could not be moved: " + failure,
            _ => "",
        };

    /// <summary>Why it was let go.</summary>
    private string WhyFree(TrackedQuery tracked) =>
        Note(tracked) is { Length: > 0 } note ? note
        : tracked.Slot.IsGiven ? $"has a slot of pool {tracked.Slot.Pool}"
        : $"pool {program.PoolOf(tracked.Decision.ClassIndex).Pool.Name} throttles nothing";

    /// <summary>Tells that processes of a query were moved or let go.</summary>
    public void TellMoves(TrackedQuery tracked, long moves, long releases, DateTimeOffset now)
    {
        if (moves > 0 && events.HasRoom())
            events.Add(now, "move", tracked.Query, $"{Processes(moves)} to {PoolName(tracked)}");

        if (releases > 0 && events.HasRoom())
            events.Add(now, "release", tracked.Query, $"{Processes(releases)} let go: {WhyFree(tracked)}");
    }

    /// <summary>A number of processes in words.</summary>
    public static string Processes(long count) => count == 1 ? "1 process" : $"{count} processes";

    private static bool IsJobStep(ObservedQuery query) =>
        query.Session.App.StartsWith("SQLAgent", StringComparison.OrdinalIgnoreCase);

    /// <summary>A query with news is read anew. One that is looked at again only because of its age keeps values of its
    /// own, of which just those that change by themselves are filled in again.</summary>
    private SignalValues ValuesOf(TrackedQuery tracked, Observation observation, bool isChanged)
    {
        if (isChanged)
        {
            tracked.HasValues = false;
            BeginTurn(observation);
            SignalMapper.FillQuery(_values, tracked.Query, observation, program.Signals);
            return _values;
        }

        if (tracked.HasValues)
        {
            SignalMapper.FillChanging(tracked.Values, tracked.Query, observation, program.Signals);
        }
        else
        {
            SignalMapper.Fill(tracked.Values, tracked.Query, observation, program.Target);
            tracked.HasValues = true;
        }

        return tracked.Values;
    }

    private void BeginTurn(Observation observation)
    {
        if (!ReferenceEquals(_begun, observation))
        {
            SignalMapper.BeginTurn(_values, observation, program.Target);
            _begun = observation;
        }
    }

    private void Classify(TrackedQuery tracked, SignalValues values, Instant at, DateTimeOffset time)
    {
        var before = tracked.Decision.ClassIndex;
        tracked.Decision = program.Classify(values, at);
        var isExpected = tracked.Decision.IsProvisional && tracked.Query.Plan.State == PlanState.Expected;
        if (isExpected)
            tracked.Decision = Expected(tracked, values, at);

        Decisions++;
        if (tracked.Decision.ClassIndex != before)
            tracked.ForgetRules(program.Rules.Length);

        if ((isExpected || !tracked.Decision.IsProvisional) && tracked.Query.Exemption is null)
            tally.Count(tracked, program.Policy);

        if (!tracked.Decision.IsProvisional && tracked.Query.Exemption is null)
            TellClass(tracked, time);
    }

    /// <summary>The class of an earlier execution's plan: told and counted, and provisional. Rules go by the signals,
    /// and those of the plan stay pending.</summary>
    private ClassDecision Expected(TrackedQuery tracked, SignalValues values, Instant at)
    {
        PlanSignals.FillExpected(values, tracked.Query.Plan, program.Signals);
        var index = program.Classify(values, at).ClassIndex;
        PlanSignals.Fill(values, tracked.Query.Plan, program.Signals);
        return tracked.Decision with { ClassIndex = index };
    }

    /// <summary>Queries that are never moved would flood the log: only throttling classes and changes of
    /// class are told.</summary>
    private void TellClass(TrackedQuery tracked, DateTimeOffset time)
    {
        var index = tracked.Decision.ClassIndex;
        var pool = program.PoolOf(index);
        if (tracked.ToldClass != index && (pool.Throttles || tracked.ToldClass >= 0))
        {
            tracked.ToldClass = index;
            if (events.HasRoom())
            {
                var item = program.Policy.Classes[index];
                events.Add(
                    time,
                    "class",
                    tracked.Query,
                    $"class {item.Name} (line {item.Range.StartLine}), pool {pool.Pool.Name}"
                );
            }
        }
    }

    private void ChooseStand(TrackedQuery tracked, SignalValues values, Instant at, DateTimeOffset time)
    {
        if (tracked.Query.IsOwnPlanning)
        {
            (tracked.WantedPool, tracked.PoolNumber, tracked.Reason) = (
                LowestOfAll,
                LowestOfAll,
                PlacementReason.Exempt
            );
            return;
        }

        var (pool, reason) = NeverGoverned(tracked) is { } never ? (0, never) : Governed(tracked, values, at, time);
        tracked.WantedPool = pool;
        var found = HarmsOthers(tracked);
        tracked.HarmsOthers = found is not null;
        (tracked.PoolNumber, tracked.Reason) =
            found is { } harm && (pool != 0 || tracked.IsReleased) ? (0, harm) : (pool, reason);
    }

    /// <summary>What would make others wait for a throttled one, so that it is not throttled whatever
    /// class or rule say.</summary>
    private PlacementReason? HarmsOthers(TrackedQuery tracked) =>
        tracked switch
        {
            { IsReleased: true } => PlacementReason.Blocks,
            { Commits: true } => PlacementReason.Commits,
            { Query.HasWritten: true }
                when !tracked.IsExcuseSpent
                    && (!program.NamesWriters(tracked.Decision.ClassIndex) || !Writes(tracked.Query)) =>
                PlacementReason.HasWritten,
            _ => null,
        };

    private static bool Writes(ObservedQuery query) => query.Plan.Profile?.Writes == true;

    private PlacementReason? NeverGoverned(TrackedQuery tracked)
    {
        var query = tracked.Query;
        if (query.Exemption is not null && !(query.IsExemptionClaimed && tracked.IsExcuseSpent))
            return PlacementReason.Exempt;

        return query.Session.IsSuperuser && !program.NamesLogin(query.Session.Login) ? PlacementReason.Superuser
            : query.Statement is { IsTransactionControl: true } && !tracked.IsExcuseSpent
                ? PlacementReason.TransactionControl
            : null;
    }

    private (int Pool, PlacementReason Reason) Governed(
        TrackedQuery tracked,
        SignalValues values,
        Instant at,
        DateTimeOffset time
    )
    {
        ApplyRules(tracked, values, at, time);
        if (tracked.DecidingRule is { } rule && rule.Steps[tracked.Steps[rule.Index]].PoolNumber is { } pool)
            return (pool == program.Lowest?.Number ? LowestFor(tracked) ?? pool : pool, PlacementReason.Rule);

        if (QuarantinePool(tracked) is { } elsewhere)
            return (elsewhere, PlacementReason.Quarantine);

        return tracked.Decision.IsProvisional
            ? (0, PlacementReason.Provisional)
            : (program.PoolOf(tracked.Decision.ClassIndex).Number, PlacementReason.InPool);
    }

    /// <summary>A rule that acted on an earlier execution is not undone by a class that is not final yet.</summary>
    private int? QuarantinePool(TrackedQuery tracked)
    {
        if (
            tracked.Query.Statement is not { Fingerprint: { Length: > 0 } fingerprint }
            || books.Quarantine.Find(fingerprint, tracked.Query.Started) is not { } entry
        )
            return null;

        return entry.Pool is { } name ? program.FindPool(name)?.Number : LowestFor(tracked);
    }

    /// <summary>Null where no rule needs such a pool: a quarantine of an earlier policy leaves the query where its
    /// class puts it.</summary>
    private int? LowestFor(TrackedQuery tracked) =>
        program.LowestPools.For(
            tracked.Decision.IsProvisional ? null : program.PoolOf(tracked.Decision.ClassIndex).Pool.Index
        );

    /// <summary>The pool with the lowest weight; where none throttles, there is no place for it.</summary>
    private int LowestOfAll =>
        program.LowestPools.For(null)
        ?? program.ThrottlingPools.OrderBy(pool => pool.CpuShare).FirstOrDefault()?.Number
        ?? 0;

    /// <summary>Where several rules want a pool, the last in the text has its way.</summary>
    private void ApplyRules(TrackedQuery tracked, SignalValues values, Instant at, DateTimeOffset time)
    {
        tracked.DecidingRule = null;
        foreach (var rule in program.RulesByClass[tracked.Decision.ClassIndex])
        {
            var step = rule.Find(values, at, tracked.Decision.IsProvisional);
            if (step != tracked.Steps[rule.Index])
            {
                tracked.Steps[rule.Index] = step;
                TellStep(tracked, rule, step, time);
                if (step != CompiledRule.NoStep)
                    books.Enter(tracked, rule, rule.Steps[step], time);
            }

            if (rule.FindCancel(values, at, tracked.Decision.IsProvisional) is var cancel and not CompiledRule.NoStep)
                books.Cancels.Ask(tracked, rule, cancel, time);

            if (step != CompiledRule.NoStep && rule.Steps[step].PoolNumber is not null)
                tracked.DecidingRule = rule;
        }
    }

    private void TellStep(TrackedQuery tracked, CompiledRule rule, int step, DateTimeOffset time)
    {
        if (!events.HasRoom())
            return;

        var isNotice = step != CompiledRule.NoStep && rule.Steps[step].Action is RuleAction.Notify;
        var message =
            step == CompiledRule.NoStep ? $"rule {rule.Rule.Name}: no step holds any more" : rule.Describe(step);
        events.Add(time, isNotice ? "notify" : "rule", tracked.Query, message);
    }

    private bool HasTimedRules(TrackedQuery tracked)
    {
        foreach (var rule in program.RulesByClass[tracked.Decision.ClassIndex])
        {
            if ((rule.Signals & SignalMasks.Changing) != 0)
                return true;
        }

        return false;
    }

    private static string PendingNames(TrackedQuery tracked) =>
        string.Join(", ", SignalMasks.Names(tracked.Decision.PendingSignals));
}
