using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Loop;

namespace RgPolicy.Service.Replaying;

/// <summary>Counts what happens to each query, once, when it has ended. Memory is in proportion to the queries that run.</summary>
internal sealed class ReplayTally
{
    private readonly PolicyProgram _program;
    private readonly Governor? _other;
    private readonly Dictionary<int, OpenQuery> _open = [];
    private readonly List<int> _ended = [];
    private readonly long[] _queries;
    private readonly double[] _seconds;
    private readonly ImmutableArray<ClassChange>.Builder _changes = ImmutableArray.CreateBuilder<ClassChange>();
    private long _turn;
    private long _decided;
    private long _narrowed;

    public ReplayTally(PolicyProgram program, Governor? other)
    {
        _program = program;
        _other = other;
        _queries = new long[program.Policy.Classes.Length];
        _seconds = new double[program.Policy.Classes.Length];
    }

    /// <summary>Takes one turn of the loop that plays the recording.</summary>
    public void Take(TurnReport report)
    {
        _turn++;
        foreach (var governed in report.Governor.Queries)
        {
            See(governed, report);
        }

        if (_other is not null)
        {
            _other.Decide(report.Seen);
            foreach (var governed in _other.Queries)
            {
                _open[governed.Query.ProcessId].OtherClass = governed.Decision.ClassIndex;
            }
        }

        CloseUnseen();
    }

    public ReplayOutcome Conclude(LoopSummary loop, TimeSpan recorded)
    {
        _turn++;
        CloseUnseen();
        var all = _queries.Sum();
        return new ReplayOutcome
        {
            Queries = all,
            Decided = _decided,
            Narrowed = _narrowed,
            Classes = [.. _program.Policy.Classes.Select(each => new ClassTally(
                each.Name, each.Pool.Name, _queries[each.Index], all == 0 ? 0 : (double)_queries[each.Index] / all,
                _seconds[each.Index]))],
            Changes = _other is null ? null : _changes.ToImmutable(),
            Loop = loop,
            Recorded = recorded,
        };
    }

    private void See(GovernedQuery governed, TurnReport report)
    {
        var query = governed.Query;
        if (!_open.TryGetValue(query.ProcessId, out var open) || open.Started != query.Started)
        {
            if (open is not null)
            {
                Close(open);
            }

            _open[query.ProcessId] = open = new OpenQuery { Id = query.Id, Started = query.Started };
        }

        open.Seen = _turn;
        open.Class = governed.Decision.ClassIndex;
        open.IsProvisional = governed.Decision.IsProvisional;
        open.WasNarrowed |= governed.PoolNumber != 0;
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
        {
            _open.Remove(processId);
        }
    }

    private void Close(OpenQuery open)
    {
        _queries[open.Class]++;
        _seconds[open.Class] += Math.Max(0, open.Elapsed.TotalSeconds);
        _decided += open.IsProvisional ? 0 : 1;
        _narrowed += open.WasNarrowed ? 1 : 0;
        if (_other is not null)
        {
            Compare(open, _program.Policy.Classes[open.Class].Name, _other.Program.Policy.Classes[open.OtherClass].Name);
        }
    }

    private void Compare(OpenQuery open, string from, string to)
    {
        if (!string.Equals(from, to, StringComparison.Ordinal))
        {
            _changes.Add(new ClassChange(open.Id, from, to));
        }
    }
}
