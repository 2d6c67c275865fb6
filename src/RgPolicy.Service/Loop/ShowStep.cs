using RgPolicy.Service.Audit;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Loop;

/// <summary>Shows the loop's state four times a second: copies, which cost the loop little, and of which other code
/// makes documents. The sidecar is asked less often, and while no client looks, seldom.</summary>
internal sealed class ShowStep(
    LoopParts parts,
    LoopRecord record,
    ObserveStep observe,
    PolicyInForce policy,
    EnforceSteps enforce
)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan SidecarPace = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan SidecarPaceUnseen = TimeSpan.FromSeconds(5);

    private DecidedQueries? _decided;
    private long? _shown;
    private long? _asked;
    private (long Losses, bool IsReady) _link;

    /// <summary>What the sidecar said of itself last; null while there is none.</summary>
    public SidecarState? Sidecar { get; private set; }

    /// <summary>To be called at the end of each turn.</summary>
    public async Task FollowAsync(Observation last, CancellationToken cancellationToken)
    {
        if (parts.Broker is not { } broker || (_shown is { } shown && parts.Time.GetElapsedTime(shown) < Pace))
            return;

        if (IsSidecarDue(broker))
            await AskSidecarAsync(cancellationToken);

        Show(last);
    }

    /// <summary>Shows at once what the sidecar holds now.</summary>
    public async Task RenewAsync(Observation last, CancellationToken cancellationToken)
    {
        await AskSidecarAsync(cancellationToken);
        Show(last);
    }

    /// <summary>Shows at once what is true now.</summary>
    public void Show(Observation last)
    {
        if (_decided is null || !policy.IsUndecided)
        {
            var governor = policy.Governor;
            _decided = new DecidedQueries(governor.Program, last, governor.Queries, governor.Review());
        }

        _shown = parts.Time.GetTimestamp();
        parts.Broker?.Show(Snapshot(_decided));
    }

    private bool IsSidecarDue(StatusBroker broker) =>
        enforce.Moves is { Link: var link }
        && (
            _asked is not { } asked
            || _link != (link.Losses, link.IsReady)
            || parts.Time.GetElapsedTime(asked) >= (broker.IsLookedAt ? SidecarPace : SidecarPaceUnseen)
        );

    private async Task AskSidecarAsync(CancellationToken cancellationToken)
    {
        if (enforce.Moves is { Link: var link })
        {
            Sidecar = await link.GetStateAsync(cancellationToken);
            _asked = parts.Time.GetTimestamp();
            _link = (link.Losses, link.IsReady);
        }
    }

    // Where it was read back after its move, unless the kernel showed it elsewhere since.
    private int PoolInForce(int processId) =>
        Sidecar?.Displaced?.Contains(processId) == true ? 0 : enforce.PoolInForce(processId);

    private List<(string Service, string Problem)> SideProblems()
    {
        List<(string Service, string Problem)> problems = [.. parts.Broker?.SideProblems ?? []];
        if (parts.Audit is { Problem: { } problem })
            problems.Add(("The audit trail", problem));
        return problems;
    }

    private StatusSnapshot Snapshot(DecidedQueries decided)
    {
        var counts = policy.Governor.ClassCounts;
        var lacking = InForce.Lacking(
            decided.Program.Pools.Concat(decided.Program.ThrottlingPools),
            Sidecar?.Pools ?? enforce.Moves?.State.Pools ?? []
        );
        var unenforced = InForce.Unenforced(parts.Options.Level, enforce.Pause.IsOn, decided, PoolInForce, lacking);
        return new StatusSnapshot
        {
            Options = parts.Options,
            Server = parts.Observer.Server,
            Policy = new PolicyState(
                policy.Program,
                policy.Error,
                policy.Governor.ActiveStates,
                policy.Governor.Counters,
                counts,
                record.Minutes.All(counts)
            )
            {
                Waiting = policy.Waiting,
                Past = policy.Past,
                HasOwnDomains = policy.Governor.HasOwnDomains,
            },
            Decided = decided,
            Poll = Poll(),
            Reactions = ReactionSummary.Of(record.Reactions),
            Enforcement = enforce.Moves?.State,
            Sidecar = Sidecar,
            ServerCpu = (parts.Observer as IServerCost)?.ServerCpu,
            Resources = (parts.Observer as IResourceObserver)?.Resources,
            CoreMasks =
                enforce.Cores?.State ?? (parts.CoresMissing is { } missing ? CoreMaskState.None(missing) : null),
            Sharing = parts.Tenant?.Share,
            Paused = enforce.Pause.Record,
            Audit = parts.Audit is { } audit
                ? new AuditState(audit.Path, audit.Lost, audit.LostInAll) { Problem = audit.Problem }
                : null,
            Changes = [.. record.History.Recent],
            Unenforced = unenforced,
            Lacking = decided
                .Queries.Where(each => unenforced.Contains(each.Query.ProcessId))
                .Select(each => lacking.GetValueOrDefault(each.PoolNumber))
                .FirstOrDefault(each => each is not null),
            SideProblems = SideProblems(),
            LogLost = parts.LogHealth?.Lost ?? 0,
            MinutesLost = parts.Broker?.CountLostMinutes?.Invoke(),
            Turns = record.Turns,
            Elapsed = record.Elapsed,
        };
    }

    private PollState Poll() =>
        new(
            parts.Observer.PollInterval,
            observe.Health.TotalFailures,
            observe.Health.IsLost,
            observe.Health.LastError,
            DurationSummary.Of(observe.Cost),
            observe.Timeline.Jumps,
            observe.Timeline.LastJump,
            [.. parts.Observer.Notes]
        );
}

/// <summary>What a loop has counted and remembers, for its status.</summary>
internal sealed class LoopRecord(LoopParts parts, Func<IReadOnlyList<(string Class, long Queries)>> counts)
{
    private readonly long _began = parts.Time.GetTimestamp();

    /// <summary>How fast queries were governed.</summary>
    public ReactionRecorder Reactions { get; } = new(parts.ReportReaction);

    /// <summary>Which classes queries were given lately.</summary>
    public DecisionMinutes Minutes { get; } = new(parts.Time);

    public ChangeHistory History { get; } = new(parts.Audit, parts.Time);

    public long Turns { get; private set; }

    public TimeSpan Elapsed => parts.Time.GetElapsedTime(_began);

    public void CompleteTurn()
    {
        Turns++;
        Minutes.Follow(counts);
    }
}
