using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Explain;
using RgPolicy.Service.Audit;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>A snapshot as <c>rgp/status/1</c>. What it calls effective was read back by the sidecar.</summary>
internal sealed class StatusMapper
{
    private readonly StatusSnapshot _snapshot;

    // Queries of one pool share the list of its settings.
    private readonly Dictionary<PoolAllotment, SettingStatus[]> _settings = new(ReferenceEqualityComparer.Instance);

    private StatusMapper(StatusSnapshot snapshot) => _snapshot = snapshot;

    public static StatusDocument Map(StatusSnapshot snapshot) => new StatusMapper(snapshot).Map();

    private StatusDocument Map()
    {
        var pools = Pools();
        return new StatusDocument(
            Schema: "rgp/status/1",
            Service: Service(),
            Revision: _snapshot.Policy.Program.Revision,
            PolicyPath: _snapshot.Options.Policy,
            PolicyError: _snapshot.Policy.Error,
            PolicyWaiting: _snapshot.Policy.Waiting?.Program.Revision,
            Level: StatusNames.Level(_snapshot.Options.Level),
            MayCancel: _snapshot.Options.MayCancel,
            Paused: _snapshot.Paused is { } paused ? new PauseStatus(paused.Since?.UtcDateTime, paused.By) : null,
            AuditPath: _snapshot.Audit?.Path,
            AuditLost: _snapshot.Audit?.Lost ?? 0,
            Target: Target(),
            ActiveStates: _snapshot.Policy.ActiveStates,
            NotEnforced: NotEnforced(pools),
            Queries: [.. _snapshot.Decided.Queries.Select(Query)],
            Classes: [.. _snapshot.Policy.ClassCounts.Select(each => new ClassCount(each.Class, each.Queries))],
            TooShort: _snapshot.Policy.Counters.TooShort,
            Decisions: DecisionsMapper.Map(_snapshot.Policy.Minutes),
            Pools: pools,
            Resources: _snapshot.Resources is { } resources ? ResourcesMapper.Map(resources) : null,
            CoreMasks: _snapshot.CoreMasks is { } masks ? CoreMasks(masks) : null,
            Host: Host(),
            Sidecar: _snapshot.Enforcement is { } enforcement ? Sidecar(enforcement) : null,
            CoRun: _snapshot.Decided.Review is { } advice ? CoRun(advice) : null,
            Poll: Poll(),
            Reactions: Reactions(_snapshot.Reactions),
            Changes: [.. _snapshot.Changes.Select(change => Change(change.Time, change.Entry))],
            LastError: _snapshot.LastError
        )
        {
            Unenforced = _snapshot.Unenforced.Count,
            UnenforcedError = InForce.Headline(_snapshot),
            NotWorking = [.. _snapshot.SideProblems.Select(each => new SideProblem(each.Service, each.Problem))],
        };
    }

    /// <summary>Without the settings that the server shows to be in force by itself.</summary>
    private NotEnforcedStep[] NotEnforced(PoolStatus[] pools)
    {
        var shown = (
            from pool in pools
            from setting in pool.Settings ?? []
            where setting.InForce is not null
            select PolicyMapper.NameOf(pool.Name, setting.Requested)
        ).ToHashSet(StringComparer.Ordinal);
        return
        [
            .. PolicyMapper
                .NotEnforced(_snapshot.Policy.Program)
                .Where(step => step.Name is not { } name || !shown.Contains(name)),
            .. new[]
            {
                PartsNote.Of(_snapshot.Policy.Program, _snapshot.Sidecar, _snapshot.Sharing),
                OwnDomainsNote.Of(_snapshot.Policy),
            }
                .OfType<NotEnforcedItem>()
                .Select(note => new NotEnforcedStep(note.Name, note.Line, note.Reason)),
        ];
    }

    private ServiceStatus Service() =>
        new(
            Environment.ProcessId,
            _snapshot.Elapsed.TotalSeconds,
            ProcessCost.CpuTime.TotalSeconds,
            _snapshot.ServerCpu?.TotalSeconds,
            ProcessCost.MemoryBytes,
            _snapshot.Turns,
            _snapshot.LogLost
        );

    private TargetStatus Target() =>
        new(
            _snapshot.Server.Target,
            _snapshot.Server.Kind,
            _snapshot.Server.Version,
            _snapshot.Poll.IsLost,
            _snapshot.Poll.LastError
        );

    private QueryStatus Query(GovernedQuery each)
    {
        var program = _snapshot.Decided.Program;
        var query = each.Query;
        return new QueryStatus(
            Id: query.Id,
            ProcessId: query.ProcessId,
            Class: program.Policy.Classes[each.Decision.ClassIndex].Name,
            Provisional: each.Decision.IsProvisional,
            Pool: StatusNames.Pool(program, each.PoolNumber, each.Decision.ClassIndex),
            PoolNumber: each.PoolNumber,
            ElapsedSeconds: (_snapshot.Decided.Time - query.Started).TotalSeconds,
            Application: query.Session.App,
            Login: query.Session.Login,
            Database: query.Session.Database,
            Workers: query.Workers.Length,
            Note: PlanStatusText.Note(each),
            Statement: StatementExcerpt.Of(query, _snapshot.Options.ShowText, _snapshot.Server.Kind),
            Resources: _snapshot.Resources is { } resources
                ? ResourcesMapper.Request(resources, query.ProcessId)
                : null,
            CpuSeconds: _snapshot.Decided.Seen.FiguresOf(query)?.Cpu?.TotalSeconds,
            WaitsFor: query.WaitsForLock ? "lock" : null,
            Phase: PlanStatusText.Phase(query),
            Settings: SettingsOf(program.PoolOf(each.Decision.ClassIndex), query.ProcessId),
            Measured: _snapshot.Decided.Seen.FiguresOf(query)?.Sampled is { } set
                ? new MeasuredStatus(set.WorkingSetBytes, set.StreamedPerSecond)
                : null
        );
    }

    // Of a process that is not in its pool nothing is in force, whatever the pool has.
    private SettingStatus[] SettingsOf(PoolAllotment pool, int processId) =>
        _snapshot.Unenforced.Contains(processId)
            ? Array.ConvertAll(SettingsOf(pool), each => each with { InForce = null })
            : SettingsOf(pool);

    private SettingStatus[] SettingsOf(PoolAllotment pool)
    {
        if (!_settings.TryGetValue(pool, out var settings))
        {
            settings = InForce.Settings(pool, _snapshot.Enforcement is { IsReady: true } ? OutcomeOf(pool) : null);
            _settings.Add(pool, settings);
        }

        return settings;
    }

    private PoolOutcome? OutcomeOf(PoolAllotment pool) =>
        pool.Throttles
            ? (_snapshot.Sidecar?.Pools ?? _snapshot.Enforcement?.Pools ?? []).FirstOrDefault(each =>
                each.Number == pool.Number
            )
            : null;

    private PoolStatus[] Pools()
    {
        var program = _snapshot.Policy.Program;
        var groups = GovernorPoolNames.Of(program.Policy.Pools);
        return
        [
            .. program
                .Pools.Concat(program.ThrottlingPools)
                .Distinct()
                .Select(pool =>
                {
                    var outcome = OutcomeOf(pool);
                    var readBack = outcome is null
                        ? null
                        : new PoolReadBack(
                            outcome.CpuShare,
                            outcome.CpuLever,
                            outcome.CacheMask,
                            outcome.ReadLimit,
                            outcome.Problems
                        );
                    return new PoolStatus(
                        pool.Pool.Name,
                        pool.Number,
                        pool.Throttles,
                        readBack,
                        AllotmentMapper.Map(ExplainedAllotment.Of(program, pool)),
                        _snapshot.Resources is { } resources
                            ? InForce.Applied(SettingsOf(pool), groups[pool.Pool], resources)
                            : SettingsOf(pool)
                    );
                }),
        ];
    }

    private static CoreMasksStatus CoreMasks(CoreMaskState masks) =>
        new(
            masks.Problem,
            masks.IsReady,
            [
                .. masks.Pools.Select(pool => new CorePoolStatus(
                    pool.Name,
                    CorePoolText.Cpus(pool),
                    CorePoolText.Masks(pool),
                    pool.Reason,
                    masks.ReadBack.FirstOrDefault(each => each.Number == pool.Number) is { } outcome
                        ? new CoreReadBack(outcome.CacheMask, outcome.CacheCpus, outcome.Problems)
                        : null
                )),
            ]
        );

    private HostStatus Host()
    {
        var (target, pressure) = (_snapshot.Policy.Program.Target, _snapshot.Decided.Pressure);
        var caches = HostCaches.Of(target);
        return new HostStatus(
            target.Cores,
            target.LlcBytes,
            pressure?.Cpu,
            pressure?.Io,
            pressure?.Memory,
            caches.Ways,
            [.. caches.Domains.Select(each => new CacheStatus(each.Id, [.. each.Cpus.Order()]))],
            [
                .. (_snapshot.Sidecar?.Levers ?? []).Select(each => new LeverStatus(
                    each.Lever,
                    each.State,
                    each.Reason,
                    each.Fix
                )),
            ]
        )
        {
            Sharing = _snapshot.Sharing is { } shared
                ? new SharingStatus(shared.Others, shared.Classes, shared.AllClasses, shared.Weight, shared.IsForOthers)
                : null,
        };
    }

    private SidecarStatus Sidecar(EnforcementState enforcement)
    {
        var sidecar = _snapshot.Sidecar;
        return new SidecarStatus(
            enforcement.IsReady,
            sidecar?.Version,
            sidecar?.MoverProcessId,
            sidecar?.GuardProcessId,
            sidecar?.Moved.Count,
            enforcement.Done,
            enforcement.Failed,
            sidecar?.WorstMoveMicroseconds / 1e6,
            enforcement.Losses,
            enforcement.LastError
        );
    }

    private static CoRunStatus CoRun(CoRunAdvice advice) =>
        new(
            Enforced: false,
            [.. advice.Gates.Select(gate => new CoRunGate(gate.Kind, gate.Name, gate.Open, gate.Waiting))],
            [.. advice.Held.Select(hold => new CoRunHold(hold.Query.Id, hold.Query.Class, hold.Reason))]
        );

    private PollStatus Poll()
    {
        var poll = _snapshot.Poll;
        return new PollStatus(
            poll.Interval.TotalSeconds,
            poll.Failed,
            Quantiles(poll.Cost),
            poll.ClockJumps,
            poll.LastClockJump.TotalSeconds,
            poll.Notes
        );
    }

    private static ReactionStatus Reactions(ReactionSummary reactions) =>
        new(
            Quantiles(reactions.All),
            Quantiles(reactions.PlanCached),
            Quantiles(reactions.PlanFetched),
            reactions.ShortLived
        );

    /// <summary>In seconds; null where nothing was measured.</summary>
    internal static DurationQuantiles? Quantiles(DurationSummary durations) =>
        durations.Count == 0
            ? null
            : new DurationQuantiles(
                durations.Count,
                durations.Median?.TotalSeconds,
                durations.P95?.TotalSeconds,
                durations.P99?.TotalSeconds,
                durations.Maximum.TotalSeconds
            );

    private static RecentChange Change(DateTimeOffset time, AuditEntry entry) =>
        new(
            time.UtcDateTime,
            AuditLine.Word(entry.Event),
            entry.Actor,
            entry.Query,
            entry.Class,
            entry.ProcessId,
            entry.Workers.Count > 0 ? entry.Workers : null,
            entry.Session?.Login,
            entry.Session?.Database,
            entry.Before,
            entry.After,
            entry.Reason
        );
}
