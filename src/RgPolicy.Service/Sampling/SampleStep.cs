using RgPolicy.Plans;
using RgPolicy.Service.Enforcing;

namespace RgPolicy.Service.Sampling;

/// <summary>Has the sidecar sample what queries touch, where a class or a rule asks that: one at a time. Logins have
/// their turns, so that one that sends ever new statements waits for itself; of one's queries those are first of which
/// nothing is known and whose plan promises most. A sample counts only if its query still runs when it is
/// found.</summary>
/// <param name="link">The sidecar.</param>
/// <param name="readsAside">Whether the server reads files for its sessions, so that what they stream is
/// unknown.</param>
/// <param name="caches">The caches that plans are judged against.</param>
/// <param name="logger">Says once why a query could not be sampled.</param>
internal sealed class SampleStep(SidecarLink link, bool readsAside, CacheSizes caches, ILogger logger)
{
    // The sidecar has fewer.
    private const int MostProblems = 32;

    // The longest window is 3 s; a sidecar that was replaced meanwhile never answers.
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(10);

    // After a refusal that passes.
    private static readonly TimeSpan ShortestRest = TimeSpan.FromSeconds(1);

    private readonly SampleAccounts _known = new();
    private readonly PlanCorrections _corrections = new(caches);
    private readonly SampleTurns _turns = new();
    private readonly HashSet<string> _said = new(StringComparer.Ordinal);
    private ObservedQuery? _asked;
    private DateTimeOffset _askedAt;
    private int _number;
    private DateTimeOffset _restUntil;

    /// <summary>Adds what is known of the queries that run, and corrects their plans by it.</summary>
    public Observation AddTo(Observation seen) =>
        seen.Queries.IsEmpty ? seen : AddFigures(seen with { Queries = _corrections.Of(seen.Queries) });

    private Observation AddFigures(Observation seen)
    {
        if (_known.IsEmpty)
            return seen;

        var hasFigures = seen.Figures.Length == seen.Queries.Length;
        return seen with
        {
            Figures =
            [
                .. seen.Queries.Select(
                    (query, index) =>
                        (hasFigures ? seen.Figures[index] : new(null, null, null, null, query.Workers.Length)) with
                        {
                            Sampled = _known.Of(query).Set,
                        }
                ),
            ],
        };
    }

    /// <summary>Takes what was found, and asks for the next.</summary>
    public async Task FollowAsync(Observation seen, Governor governor, CancellationToken cancellationToken)
    {
        if (!governor.Program.WantsSamples)
            return;

        _known.Follow(seen);
        _turns.Follow(seen);
        GiveUp(seen);
        var next = _asked is null && seen.Time >= _restUntil ? Choose(seen, governor) : null;
        if (next is null && _asked is null)
            return;

        var request = next is null ? null : RequestOf(next, seen);
        if (await link.SampleAsync(request, cancellationToken) is not { } found)
        {
            _asked = null;
            return;
        }

        if (next is not null)
            (_asked, _askedAt) = (next, seen.Time);

        Take(found, seen);
    }

    private ObservedQuery? Choose(Observation seen, Governor governor) =>
        seen
            .Queries.Where(query =>
                query is { Exemption: null, WaitsForLock: false }
                && BudgetOf(query, seen) > TimeSpan.Zero
                && governor.Find(query.ProcessId) is { } governed
                && governor.Program.WantsSampleOf(governed.Decision.ClassIndex)
            )
            .OrderBy(query => _turns.LastOf(query.Session.Login))
            .ThenBy(query => _known.Of(query).Set is not null)
            .ThenByDescending(query => query.Plan.Profile?.WorkingSetBytes.Value ?? decimal.MaxValue)
            .ThenBy(query => query.Started)
            .FirstOrDefault();

    private TimeSpan BudgetOf(ObservedQuery query, Observation seen) =>
        _known.Of(query).Budget(seen.Time - query.Started);

    private SampleRequest RequestOf(ObservedQuery query, Observation seen) =>
        new(
            [query.ProcessId, .. query.Workers.Take(SampleRequest.MostProcesses - 1)],
            (int)Math.Clamp(BudgetOf(query, seen).TotalMicroseconds, 1, int.MaxValue),
            IsClient: true,
            ++_number
        );

    private void GiveUp(Observation seen)
    {
        if (_asked is { } lost && seen.Time - _askedAt > LongestWait)
        {
            _turns.Note(lost.Session.Login);
            _asked = null;
        }
    }

    // A refusal that passes says nothing of the query: neither its login's turn nor its next age is used up.
    private void Take(IReadOnlyList<SampleReport> found, Observation seen)
    {
        if (_asked is not { } asked || found.FirstOrDefault(each => each.Number == _number) is not { } report)
            return;

        _asked = null;
        var rest = SampleRequest.RestPerCost * TimeSpan.FromMicroseconds(report.CostMicroseconds);
        _restUntil = seen.Time + (report.IsPassing && rest < ShortestRest ? ShortestRest : rest);
        if (report.IsPassing)
            return;

        _turns.Note(asked.Session.Login);
        Say(report);
        var still = seen.Queries.FirstOrDefault(each =>
            each.ProcessId == asked.ProcessId && each.Started == asked.Started
        );
        if (still is not null)
            Note(still, report, seen.Time - still.Started);
    }

    private void Say(SampleReport report)
    {
        if (report.Problem.Length > 0 && _said.Count < MostProblems && _said.Add(report.Problem))
            logger.SampleFailed(report.ProcessId, report.Problem);
    }

    private void Note(ObservedQuery query, SampleReport report, TimeSpan age)
    {
        var set = MeasuredSet.Of(
            [.. report.Points.Select(point => (point.Milliseconds, point.Bytes))],
            readsAside ? null : report.ReadBytes
        );
        var cost = TimeSpan.FromMicroseconds(report.CostMicroseconds);
        _known.Keep(query, _known.Of(query).After(age, cost, set), set);
        if (set is { } found)
            _corrections.Learn(query, found.WorkingSetBytes);
    }
}

/// <summary>When each login had its last turn.</summary>
internal sealed class SampleTurns
{
    private const int MostLogins = 1024;
    private readonly Dictionary<string, long> _last = new(StringComparer.Ordinal);
    private long _turn;

    /// <summary>The number of its last turn; 0 before the first.</summary>
    public long LastOf(string login) => _last.GetValueOrDefault(login);

    public void Note(string login) => _last[login] = ++_turn;

    /// <summary>Forgets logins that run nothing, once there are many: one that comes and goes would be first each
    /// time.</summary>
    public void Follow(Observation seen)
    {
        if (_last.Count > MostLogins)
        {
            var running = seen.Queries.Select(query => query.Session.Login).ToHashSet(StringComparer.Ordinal);
            foreach (var gone in _last.Keys.Where(login => !running.Contains(login)).ToList())
                _last.Remove(gone);
        }
    }
}
