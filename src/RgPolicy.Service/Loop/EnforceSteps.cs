using RgPolicy.Service.Audit;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Sampling;

namespace RgPolicy.Service.Loop;

/// <summary>The steps that change something: moves, cancellations, hints, masks of CPUs; and the pause,
/// which ends them.</summary>
internal sealed class EnforceSteps : IAsyncDisposable
{
    private const string Lost = "the DBMS cannot be observed";
    private const string End = "the loop ends";

    private readonly LoopParts _parts;
    private readonly AuditStep _audit;
    private readonly CancelStep? _cancels;
    private readonly HintStep? _hints;

    public EnforceSteps(
        LoopParts parts,
        PolicyInForce policy,
        SteadyTimeline timeline,
        AuditStep audit,
        ChangeHistory history
    )
    {
        (_parts, _audit) = (parts, audit);
        var enforces = parts.Options.Level == GovernorLevel.Enforce;
        Moves =
            enforces && parts.ConnectSidecar is { } connect
                ? new MoveStep(
                    new SidecarLink(connect, parts.Time, parts.Logger),
                    policy,
                    parts.Processes,
                    vouchesForAll: parts.Observer.Server.HasThreads,
                    audit,
                    parts.Logger,
                    parts.Time,
                    parts.Start
                )
                : null;
        Samples = Moves is null
            ? null
            : new SampleStep(
                Moves.Link,
                parts.Observer.Server.ReadsAside,
                PlanJudging.CachesOf(parts.Program.Target),
                parts.Logger
            );
        _cancels = enforces ? new CancelStep(parts, timeline, audit) : null;
        _hints = enforces && parts.Hints is { } keeper ? new HintStep(keeper, parts, policy, history) : null;
        Cores = enforces && parts.Cores is { } control ? new CoreStep(control, parts, policy, history) : null;
        Pause = new PauseStep(parts, Moves, audit);
    }

    /// <summary>Moves processes; null where nothing is enforced.</summary>
    public MoveStep? Moves { get; }

    /// <summary>CPUs that have masks themselves; null where that is not the way.</summary>
    public CoreStep? Cores { get; }

    /// <summary>Has queries' memory sampled where the policy asks that; null where nothing is enforced.</summary>
    public SampleStep? Samples { get; }

    public PauseStep Pause { get; }

    /// <summary>What moves processes in this turn; null where nothing does.</summary>
    public MoveStep? Moving => Pause.IsOn ? null : Moves;

    /// <summary>The pool that a process is in, as read back; 0 for none.</summary>
    public int PoolInForce(int processId) => Moves is { Link.IsReady: true } ? _audit.PoolOf(processId) : 0;

    /// <summary>Has the pools that the policy asks for now.</summary>
    public async Task MakeReadyAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (Moving is { } moving)
            await moving.MakeReadyAsync(now, cancellationToken);
    }

    /// <summary>Carries out what a turn came to.</summary>
    /// <param name="turn">The turn.</param>
    /// <param name="measure">Told of every move that is in force; where nothing is touched, the
    /// decision is the reaction.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async Task CarryOutAsync(GovernorTurn turn, Action<PoolMove> measure, CancellationToken cancellationToken)
    {
        if (Moves is null)
        {
            foreach (var move in turn.Moves)
                measure(move);
        }
        else if (turn.Moves.Length > 0 && Moving is { } moving)
        {
            await moving.MoveAsync(turn.Moves, measure, cancellationToken);
        }

        if (_cancels is not null && !Pause.IsOn)
            await _cancels.RunAsync(turn.Cancels, cancellationToken);
    }

    /// <summary>After a poll that failed: what is held stays, unless the DBMS cannot be observed any more.</summary>
    public async Task HoldOrLetGoAsync(Observation last, bool isLost, CancellationToken cancellationToken)
    {
        if (!isLost)
        {
            Moves?.DropVanished(last);
        }
        else if (Moves is { HoldsAnything: true } moves)
        {
            _parts.Logger.TargetLost();
            await moves.LetGoAsync(last.Time, Lost, cancellationToken);
        }
    }

    /// <summary>Ends a turn: what follows the whole of it, and the heartbeat.</summary>
    public async Task CompleteTurnAsync(
        DateTimeOffset now,
        bool isLost,
        bool mayRelax,
        CancellationToken cancellationToken
    )
    {
        _hints?.Follow(Pause.IsOn);
        if (Moves is not null)
            await Moves.Link.HeartbeatAsync(mayRelax, cancellationToken);

        if (Cores is not null)
        {
            await (
                isLost
                    ? Cores.LetGoAsync(Lost, cancellationToken)
                    : Cores.FollowAsync(now, Pause.IsOn, cancellationToken)
            );
        }
    }

    /// <summary>Restores everything and gives the lease back.</summary>
    public async Task LetGoAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (Moves is not null)
            await Moves.LetGoAsync(now, End, cancellationToken);

        if (Cores is not null)
            await Cores.LetGoAsync(End, cancellationToken);

        if (_hints is not null)
            await _hints.LetGoAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (Moves is not null)
            await Moves.DisposeAsync();

        if (Cores is not null)
            await Cores.DisposeAsync();
    }
}
