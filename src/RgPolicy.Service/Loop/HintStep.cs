using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Engine.Rules;
using RgPolicy.Language.Signals;
using RgPolicy.Service.Audit;

namespace RgPolicy.Service.Loop;

/// <summary>Tells the DBMS once a second which hints its later executions should have, and the log what
/// came of it.</summary>
internal sealed class HintStep(IStatementHints hints, LoopParts parts, PolicyInForce policy, ChangeHistory history)
{
    private const string Loop = "the loop";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly HintRequests _requests = new();
    private long? _last;

    /// <summary>Follows the running queries; while paused every hint is cleared.</summary>
    public void Follow(bool isPaused)
    {
        if (_last is { } last && parts.Time.GetElapsedTime(last) < Interval)
            return;

        _last = parts.Time.GetTimestamp();
        hints.Take(isPaused ? null : _requests.Of(policy.Governor, (parts.Observer as IResourceObserver)?.Resources));
        TellNews();
    }

    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        await hints.LetGoAsync(cancellationToken);
        TellNews();
    }

    private void TellNews()
    {
        foreach (var news in hints.TakeNews())
        {
            parts.Logger.Hinted(news);
            history.Add(new AuditEntry(AuditEvent.Hint, Loop, policy.Program.Revision) { Reason = news });
        }
    }
}

/// <summary>What the statements that run now should have as hints: that of the pool where a quarantine puts them; else
/// that of their class, or half of what they had where a rule has shrunk them.</summary>
internal sealed class HintRequests
{
    private const decimal WholeWorkspace = 100;
    private static readonly ulong Groups =
        1UL << SignalCatalog.All.Single(signal => signal.Name == SignalCatalog.Group).Ordinal;

    private readonly ShrunkStatements _shrunk = new();
    private readonly GrantLimits _limits = new();
    private PolicyProgram? _program;
    private ImmutableArray<QueryLimits?> _ofClasses = [];

    /// <summary>One request for each running statement; none before the classes of all sessions that run it are known
    /// for good, and while its hint depends on what the server has not told yet.</summary>
    public IReadOnlyList<HintRequest> Of(Governor governor, ServerResources? resources)
    {
        var program = governor.Program;
        if (!ReferenceEquals(_program, program))
            (_program, _ofClasses) = (program, QueryHints.Of(program));

        var quarantined = governor.Quarantined.ToDictionary(entry => entry.Fingerprint, StringComparer.Ordinal);
        _shrunk.Begin(governor.Shrunk);
        _limits.Take(resources);
        return
        [
            .. governor
                .Queries.Where(MayHaveOne)
                .GroupBy(StatementOf)
                .Where(running => running.All(each => !each.Decision.IsProvisional || StaysOpen(each)))
                .Select(running => Request(program, running, governor.Now, quarantined, resources))
                .OfType<HintRequest>(),
        ];
    }

    /// <summary>Never for sessions that are not governed.</summary>
    private static bool MayHaveOne(GovernedQuery each) =>
        each
            is {
                Query:
                {
                    Exemption: null,
                    Session: { IsSuperuser: false, Database.Length: > 0 },
                    Statement.Fingerprint.Length: > 0
                }
            };

    /// <summary>It may be in a class above by a group whose members the server does not tell: so it stays.</summary>
    private static bool StaysOpen(GovernedQuery each) =>
        each.Decision is { IsProvisional: true, PendingSignals: var pending } && pending == Groups;

    private static (string Database, string Fingerprint) StatementOf(GovernedQuery each) =>
        (each.Query.Session.Database, each.Query.Statement?.Fingerprint ?? "");

    private HintRequest? Request(
        PolicyProgram program,
        IGrouping<(string Database, string Fingerprint), GovernedQuery> running,
        DateTimeOffset now,
        Dictionary<string, Quarantine> quarantined,
        ServerResources? resources
    )
    {
        var (statement, first) = (running.Key, running.First());
        var request = new HintRequest(
            statement.Database,
            statement.Fingerprint,
            null,
            program.Policy.Classes[first.Decision.ClassIndex].Name
        );
        if (running.Any(StaysOpen))
            return request;

        var limit = _limits.Find(statement, running);
        if (
            quarantined.TryGetValue(statement.Fingerprint, out var quarantine)
            && OfPool(program, quarantine) is { } ofPool
        )
        {
            return IsOpen(ofPool, limit)
                ? null
                : request with
                {
                    Hint = Hint(ofPool, limit)?.Text,
                    Lasts = quarantine.Until - now,
                    Rule = quarantine.Rule,
                };
        }

        var limits = OfClasses(running);
        if (IsOpen(limits, limit))
            return null;

        var ofClasses = Hint(limits, limit);
        return _shrunk.Find(statement, running, resources, limit) is var (shrink, before)
            ? request with
            {
                Hint = QueryHint.Half(ofClasses, before.Workers, before.Granted)?.Text,
                Lasts = shrink.Until - now,
                Rule = shrink.Rule,
            }
            : request with
            {
                Hint = ofClasses?.Text,
            };
    }

    /// <summary>True where a grant is limited and the group's own limit, which a hint counts from, is
    /// not known yet.</summary>
    private static bool IsOpen(QueryLimits? limits, GrantLimit? limit) =>
        limits?.GrantPercent is not null && limit is null;

    private static QueryHint? Hint(QueryLimits? limits, GrantLimit? limit) =>
        limits?.AsHint(limit?.Percent ?? WholeWorkspace);

    /// <summary>A hint holds for all sessions that run the statement: where their classes differ, it gets
    /// none.</summary>
    private QueryLimits? OfClasses(IEnumerable<GovernedQuery> running)
    {
        var all = running.Select(each => _ofClasses[each.Decision.ClassIndex]).Distinct().ToList();
        return all.Count == 1 ? all[0] : null;
    }

    private static QueryLimits? OfPool(PolicyProgram program, Quarantine quarantine) =>
        program.Policy.Pools.FirstOrDefault(pool => string.Equals(pool.Name, quarantine.Pool, StringComparison.Ordinal))
            is { } pool
            ? QueryLimits.Of(pool)
            : null;
}

/// <summary>How large a memory grant each statement may have at most. A hint holds for all sessions that run it: the
/// largest limit of the workload groups that it was seen in counts, so that the hint does not change from session to
/// session, and none gets more than was asked for.</summary>
internal sealed class GrantLimits
{
    private const int MostStatements = 10_000;

    private readonly Dictionary<(string Database, string Fingerprint), HashSet<int>> _groups = [];
    private ServerResources? _last;

    /// <summary>Takes in a reading; the one before counts while there is none.</summary>
    public void Take(ServerResources? resources) => _last = resources ?? _last;

    /// <summary>The limit of a statement; null where it is not known (yet).</summary>
    public GrantLimit? Find((string Database, string Fingerprint) statement, IEnumerable<GovernedQuery> running)
    {
        if (!_groups.TryGetValue(statement, out var groups))
        {
            if (_groups.Count >= MostStatements)
                _groups.Clear();

            _groups[statement] = groups = [];
        }

        groups.UnionWith(running.Select(each => each.Query.Group));
        return groups
            .Select(group => _last?.GrantLimitOf(group))
            .Aggregate((GrantLimit?)null, static (most, each) => each is { } one ? most?.Or(one) ?? one : most);
    }
}
