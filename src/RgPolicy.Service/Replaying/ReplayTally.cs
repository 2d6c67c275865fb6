using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Replaying;

/// <summary>Counts what happens to each query, once, when it has ended. Memory is in proportion to the
/// queries that run.</summary>
internal sealed class ReplayTally(PolicyProgram program, Governor? other)
{
    private readonly Dictionary<int, OpenQuery> _open = [];
    private readonly List<int> _ended = [];
    private readonly long[] _queries = new long[program.Policy.Classes.Length];
    private readonly double[] _seconds = new double[program.Policy.Classes.Length];
    private readonly ImmutableArray<ClassChange>.Builder _changes = ImmutableArray.CreateBuilder<ClassChange>();
    private long _turn;
    private long _decided;
    private long _tooShort;
    private double _tooShortSeconds;
    private long _throttled;

    /// <summary>Takes one turn of the loop that plays the recording.</summary>
    public void Take(TurnReport report)
    {
        _turn++;
        foreach (var governed in report.Governor.Queries)
            See(governed, report);

        if (other is not null)
        {
            other.Decide(report.Seen);
            foreach (var governed in other.Queries)
            {
                var open = _open[governed.Query.ProcessId];
                open.OtherClass = governed.Decision.ClassIndex;
                open.OtherWasDecided |= !governed.Decision.IsProvisional;
            }
        }

        CloseUnseen();
    }

    public ReplayOutcome Conclude(LoopSummary loop, TimeSpan recorded)
    {
        _turn++;
        CloseUnseen();
        var all = _queries.Sum() + _tooShort;
        return new ReplayOutcome
        {
            Queries = all,
            Decided = _decided,
            Throttled = _throttled,
            TooShort = new ShortTally(_tooShort, Share(_tooShort, all), _tooShortSeconds),
            Classes =
            [
                .. program.Policy.Classes.Select(each => new ReplayedClass(
                    each.Name,
                    each.Pool.Name,
                    _queries[each.Index],
                    Share(_queries[each.Index], all),
                    _seconds[each.Index]
                )),
            ],
            Changes = other is null ? null : _changes.ToImmutable(),
            Loop = loop,
            Recorded = recorded,
        };
    }

    private static double Share(long part, long all) => all == 0 ? 0 : (double)part / all;

    private void See(GovernedQuery governed, TurnReport report)
    {
        var query = governed.Query;
        if (!_open.TryGetValue(query.ProcessId, out var open) || open.Started != query.Started)
        {
            if (open is not null)
                Close(open);

            _open[query.ProcessId] = open = new OpenQuery { Id = query.Id, Started = query.Started };
        }

        open.Seen = _turn;
        open.Class = governed.Decision.ClassIndex;
        open.IsProvisional = governed.Decision.IsProvisional;
        open.WasDecided |= !governed.Decision.IsProvisional;
        open.WasThrottled |= governed.PoolNumber != 0;
        open.Elapsed = report.Seen.Time - query.Started;
    }

    private void CloseUnseen()
    {
        _ended.Clear();
        foreach (var (processId, open) in _open)
        {
            if (open.Seen != _turn)
            {
                _ended.Add(processId);
                Close(open);
            }
        }

        foreach (var processId in _ended)
            _open.Remove(processId);
    }

    private void Close(OpenQuery open)
    {
        var isTooShort = !open.WasDecided && open.Elapsed < ShortLife.Limit;
        Count(open, isTooShort, Math.Max(0, open.Elapsed.TotalSeconds));
        _decided += open.IsProvisional ? 0 : 1;
        _throttled += open.WasThrottled ? 1 : 0;
        if (other is not null && (!isTooShort || open.OtherWasDecided))
            Compare(open, program.Policy.Classes[open.Class].Name, other.Program.Policy.Classes[open.OtherClass].Name);
    }

    private void Count(OpenQuery open, bool isTooShort, double seconds)
    {
        if (isTooShort)
        {
            _tooShort++;
            _tooShortSeconds += seconds;
        }
        else
        {
            _queries[open.Class]++;
            _seconds[open.Class] += seconds;
        }
    }

    private void Compare(OpenQuery open, string from, string to)
    {
        if (!string.Equals(from, to, StringComparison.Ordinal))
            _changes.Add(new ClassChange(open.Id, from, to));
    }
}

/// <summary>A query that a replay has seen and that has not ended yet.</summary>
internal sealed class OpenQuery
{
    public required string Id { get; init; }

    public required DateTimeOffset Started { get; init; }

    public int Class { get; set; }

    /// <summary>The decision is not final.</summary>
    public bool IsProvisional { get; set; }

    /// <summary>Its class was final at some time.</summary>
    public bool WasDecided { get; set; }

    /// <summary>It was throttled at some time.</summary>
    public bool WasThrottled { get; set; }

    /// <summary>Class under the second policy.</summary>
    public int OtherClass { get; set; }

    /// <summary>That class was final at some time.</summary>
    public bool OtherWasDecided { get; set; }

    /// <summary>Age when it was last seen.</summary>
    public TimeSpan Elapsed { get; set; }

    /// <summary>The turn that it was last seen in.</summary>
    public long Seen { get; set; }
}
