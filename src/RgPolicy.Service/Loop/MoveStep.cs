using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Loop;

/// <summary>Enforces: carries moves to the sidecar and what really became of them back to the governor.</summary>
internal sealed class MoveStep(
    SidecarLink link,
    PolicyInForce policy,
    IProcessTable processes,
    bool vouchesForAll,
    AuditStep audit,
    ILogger logger,
    TimeProvider time,
    StartLog? start
) : IAsyncDisposable
{
    private const int MostRefused = 4096;

    /// <summary>How the sidecar begins what it says of ways that could not be had.</summary>
    private const string CacheProblem = "cache: ";

    private readonly List<MoveRequest> _requests = [];
    private readonly HashSet<int> _refused = [];
    private readonly FailedMoves _failures = new(link, policy, time);
    private PolicyProgram? _configured;

    public SidecarLink Link { get; } = link;

    /// <summary>Moves carried out and read back.</summary>
    public long Done { get; private set; }

    /// <summary>Moves refused or failed.</summary>
    public long Failed { get; private set; }

    /// <summary>How it stands now, for the status.</summary>
    public EnforcementState State => new(Link.IsReady, Link.LastError, Link.Losses, Link.Pools, Done, Failed);

    /// <summary>True while the sidecar may hold processes in our pools.</summary>
    public bool HoldsAnything => Link.IsReady;

    private Governor Governor => policy.Governor;

    /// <summary>Connects and configures when that is due, also when a state or another policy has changed the pools. A
    /// sidecar that has just become ready holds nothing, so the governor forgets what it had placed and decides it
    /// anew.</summary>
    public async Task MakeReadyAsync(DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (Link.RetryParts() is { } state)
            LimitParts(state);

        if (!ReferenceEquals(_configured, Governor.Program))
            Link.Reconfigure();

        if (Link.IsReady)
        {
            await _failures.RetryAsync(cancellationToken);
            return;
        }

        var isEmpty = await Link.MakeReadyAsync(PoolsFor, cancellationToken);
        if (Link.IsReady)
        {
            _configured = Governor.Program;
            TellProblems();
            GiveUpPartsThatFail();
        }

        if (isEmpty)
        {
            const string Why = "the sidecar is new and holds nothing";
            Governor.ReleaseAll(now, Why);
            audit.LetGo(Why);
        }
    }

    /// <summary>Carries out moves; each that throttles and was read back is handed to
    /// <paramref name="measure"/>.</summary>
    public async Task MoveAsync(
        ImmutableArray<PoolMove> moves,
        Action<PoolMove> measure,
        CancellationToken cancellationToken
    )
    {
        _requests.Clear();
        foreach (var move in moves)
        {
            _requests.Add(
                new MoveRequest(move.ProcessId, move.PoolNumber, move.MayWaitForReads, MustBeVouchedFor(move))
            );
        }

        if (await Link.MoveAsync(_requests, cancellationToken) is not { } outcomes)
            return;

        for (var index = 0; index < Math.Min(moves.Length, outcomes.Count); index++)
            Take(moves[index], outcomes[index], measure);

        audit.WriteChanges();
    }

    /// <summary>While polls fail everything stays as it is, but for processes that are gone.</summary>
    public void DropVanished(Observation last)
    {
        foreach (var query in last.Queries)
        {
            if (!processes.Exists(query.ProcessId))
            {
                Governor.Forget(query.ProcessId);
                audit.Vanished(query.ProcessId);
            }
        }

        audit.WriteChanges();
    }

    /// <summary>Restores every process and gives the lease back.</summary>
    public async Task LetGoAsync(DateTimeOffset now, string reason, CancellationToken cancellationToken)
    {
        Governor.ReleaseAll(now, reason);
        await Link.ReleaseAllAsync(cancellationToken);
        audit.LetGo(reason);
    }

    public ValueTask DisposeAsync() => Link.DisposeAsync();

    /// <summary>The pools for a sidecar, with parts only where it takes some.</summary>
    private IReadOnlyList<PoolSpec> PoolsFor(SidecarState state)
    {
        LimitParts(state);
        return PoolSpecs.Of(Governor.Program);
    }

    private void LimitParts(SidecarState state)
    {
        if (Governor.LimitPools(state.MostPools) && PartsNote.Of(Governor.Program, state, sharing: null) is { } note)
            logger.NoParts(note.Reason);
    }

    // A part's ways are its pool's until then: where it cannot be made, as when another program has the classes of
    // service, all of the pool's queries would be left with less. What is moved in this turn is moved again with the
    // next, which configures the pools without it.
    private void GiveUpPartsThatFail()
    {
        var numbers = Governor
            .Program.ThrottlingPools.Where(pool => pool.PartOf is not null)
            .Select(pool => pool.Number);
        var parts = Link.Pools.IntersectBy(numbers, pool => pool.Number).ToList();
        var failed = parts.SelectMany(pool => pool.Problems);
        if (failed.FirstOrDefault(each => each.StartsWith(CacheProblem, StringComparison.Ordinal)) is { } problem)
        {
            if (Link.RefuseParts($"a part could not be made ({problem})") is { } state)
                LimitParts(state);
        }
        else if (parts.Count > 0)
        {
            Link.PartsWork();
        }
    }

    // The poll saw a client's backend; where names make its title read otherwise, or it is a background
    // worker that counts as one, the sidecar has to be told. The cluster's name can do that too: then it has refused
    // before, and a later poll has seen the client's backend again.
    private bool MustBeVouchedFor(PoolMove move) =>
        move is { PoolNumber: not 0, Query: { } query }
        && query.ProcessId == move.ProcessId
        && (
            vouchesForAll
            || query.Session.IsBackgroundWorker
            || _refused.Contains(move.ProcessId)
            || ServerTitle.MayBeSender(query.Session.Login, query.Session.Database)
        );

    private void Remember(MoveOutcome outcome)
    {
        if (_refused.Count >= MostRefused)
            _refused.Clear();

        _ = outcome.Status == MoveStatus.Refused ? _refused.Add(outcome.ProcessId) : _refused.Remove(outcome.ProcessId);
    }

    private void TellProblems()
    {
        foreach (var pool in Link.Pools)
        {
            foreach (var problem in pool.Problems)
                logger.PoolProblem(StatusNames.Pool(Governor.Program, pool.Number), problem);
        }
    }

    private void Take(PoolMove move, MoveOutcome outcome, Action<PoolMove> measure)
    {
        var isDone = outcome.Status is MoveStatus.Done or MoveStatus.Partial;
        Remember(outcome);
        Governor.Report(move, isDone, outcome.Status == MoveStatus.Vanished, outcome.Detail);
        if (isDone)
        {
            if (Done++ == 0)
                start?.Reached("the first move was read back");

            audit.Moved(move);
            measure(move);
        }
        else if (outcome.Status == MoveStatus.Vanished)
        {
            audit.Vanished(move.ProcessId);
        }
        else
        {
            Failed++;
            logger.MoveFailed(
                outcome.ProcessId,
                StatusNames.Pool(Governor.Program, outcome.Pool),
                outcome.Status.ToString(),
                outcome.Detail
            );
        }
    }
}
