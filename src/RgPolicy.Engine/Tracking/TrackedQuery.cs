using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Tracking;

/// <summary>What the governor remembers of one backend's running query; instances are used again for
/// other backends.</summary>
internal sealed class TrackedQuery
{
    private ObservedQuery? _query;
    private SignalValues? _values;

    /// <summary>The query as last seen.</summary>
    public ObservedQuery Query => _query ?? throw new InvalidOperationException("Nothing is tracked here yet.");

    /// <summary>Its signals, made when first needed.</summary>
    public SignalValues Values => _values ??= new SignalValues();

    /// <summary>The signals are those of this query.</summary>
    public bool HasValues { get; set; }

    public ClassDecision Decision { get; set; }

    /// <summary>The decision where its class is that of an earlier execution's plan, else null.</summary>
    public ClassDecision? ExpectedDecision => Query.Plan.State == PlanState.Expected ? Decision : null;

    /// <summary>The last final class that an event told of, or -1.</summary>
    public int ToldClass { get; set; }

    /// <summary>The class that it was counted for, by its place in the policy and by name; -1 before.</summary>
    public (int Index, string Name) Counted { get; set; } = (-1, "");

    /// <summary>The turn that saw it last.</summary>
    public long Seen { get; set; }

    /// <summary>Something is still to be done although nothing new may be observed: too young, or a
    /// failed move.</summary>
    public bool IsUnsettled { get; set; }

    public bool IsReleased { get; set; }

    /// <summary>How many waited for it when it was last asked about.</summary>
    public int Blocked { get; set; }

    public DateTimeOffset LastBlocked { get; set; }

    /// <summary>Until then it is released because it committed, or held or waited for a lightweight lock.</summary>
    public DateTimeOffset CommitsUntil { get; set; }

    /// <summary>It is released for that now.</summary>
    public bool Commits { get; set; }

    /// <summary>It has used far more processor time than its plan explains.</summary>
    public bool ExceedsPlan { get; set; }

    /// <summary>What excused it from its class has come to its end.</summary>
    public bool IsExcuseSpent { get; set; }

    /// <summary>The processor time that it had used when it was last seen excused; null before.</summary>
    public TimeSpan? Spent { get; set; }

    /// <summary>Where it would be if it did no harm.</summary>
    public int WantedPool { get; set; }

    /// <summary>The active step of every rule, by the rule's index.</summary>
    public int[] Steps { get; private set; } = [];

    /// <summary>The rule whose step decides the pool, or null.</summary>
    public CompiledRule? DecidingRule { get; set; }

    /// <summary>A rule may ask not before this time for it to be cancelled.</summary>
    public DateTimeOffset CancelAgain { get; set; }

    /// <summary>Where it should be now.</summary>
    public int PoolNumber { get; set; }

    public PlacementReason Reason { get; set; }

    /// <summary>The part that it has of a pool: the part's number and the pool's; zeros for none.</summary>
    public (int Number, int Pool) Part { get; set; }

    /// <summary>Where its processes should be now: in its pool, or in its part of it.</summary>
    public int Place =>
        Slot.IsHeld ? Slot.Place
        : Part.Pool != 0 && Part.Pool == PoolNumber ? Part.Number
        : PoolNumber;

    /// <summary>The pool by which it ranks when another waits for it: where it would be if it did no harm.</summary>
    public int RankingPool => Slot is { Waits: true, IsLetOff: false } ? Slot.Place : WantedPool;

    /// <summary>How it stands to the slots of its pool.</summary>
    public SlotClaim Slot { get; } = new();

    /// <summary>Others would wait for it if it had less: it blocks them, commits, or its transaction has written.</summary>
    public bool HarmsOthers { get; set; }

    /// <summary>Why its processes could not be moved, or empty.</summary>
    public string Failure { get; set; } = "";

    public bool IsSame(ObservedQuery query) => _query is { } known && known.Started == query.Started;

    public bool IsUnchanged(ObservedQuery query) => ReferenceEquals(_query, query);

    public ImmutableArray<int> KnownWorkers => _query?.Workers ?? [];

    /// <summary>Another query in the same or another backend.</summary>
    public void Begin(ObservedQuery query, int ruleCount)
    {
        _query = query;
        HasValues = false;
        Decision = default;
        ToldClass = -1;
        Counted = (-1, "");
        IsUnsettled = true;
        IsReleased = false;
        Commits = false;
        CommitsUntil = DateTimeOffset.MinValue;
        ExceedsPlan = false;
        IsExcuseSpent = false;
        Spent = null;
        WantedPool = 0;
        CancelAgain = DateTimeOffset.MinValue;
        Blocked = 0;
        PoolNumber = 0;
        Part = default;
        Slot.Leave();
        HarmsOthers = false;
        Reason = PlacementReason.InPool;
        Failure = "";
        ForgetRules(ruleCount);
    }

    public void See(ObservedQuery query) => _query = query;

    public void ForgetRules(int ruleCount)
    {
        if (Steps.Length != ruleCount)
            Steps = new int[ruleCount];

        Array.Fill(Steps, CompiledRule.NoStep);
        DecidingRule = null;
    }
}

/// <summary>Why a query stands where it stands.</summary>
internal enum PlacementReason
{
    /// <summary>In the pool of its class.</summary>
    InPool,

    /// <summary>Never governed: the observer says why.</summary>
    Exempt,

    /// <summary>Never governed: a superuser that no class names.</summary>
    Superuser,

    /// <summary>Never governed: it begins, ends, prepares or divides a transaction.</summary>
    TransactionControl,

    /// <summary>Released: it blocks others.</summary>
    Blocks,

    /// <summary>Released: it commits, or holds or waits for a lightweight lock that others need.</summary>
    Commits,

    /// <summary>Left alone: its transaction was open and has written, and its class does not name that.</summary>
    HasWritten,

    /// <summary>A run-time rule put it there.</summary>
    Rule,

    /// <summary>Its fingerprint is in quarantine.</summary>
    Quarantine,

    /// <summary>Its class is not final yet.</summary>
    Provisional,

    /// <summary>Too young to be moved.</summary>
    Young,
}
