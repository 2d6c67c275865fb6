using RgPolicy.Engine.Tracking;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Loop;

/// <summary>Remembers what was changed, once it was read back: which process is in which pool, and for which
/// query.</summary>
internal sealed class AuditStep(LoopParts parts, PolicyInForce policy, ChangeHistory history)
{
    private const string Loop = "the loop";
    private const string QueryEnded = "the query has ended";
    private const string ProcessEnded = "the process has ended";

    private readonly Dictionary<int, Held> _held = [];
    private readonly List<(PoolChange Change, int ProcessId)> _changes = [];

    /// <summary>The pool that a process is in, as read back; 0 for none.</summary>
    public int PoolOf(int processId) => _held.TryGetValue(processId, out var held) ? held.Pool : 0;

    public void Began() =>
        Add(
            new AuditEntry(AuditEvent.Start, Loop, policy.Program.Revision)
            {
                After = parts.Observer.Server.Target,
                Reason = "level " + StatusNames.Level(parts.Options.Level),
            }
        );

    public void Ended() => Add(new AuditEntry(AuditEvent.End, Loop, policy.Program.Revision));

    /// <summary>A process was moved, or let go.</summary>
    public void Moved(PoolMove move)
    {
        // Of a process that is let go because its query has ended, the query is the one that it was moved for.
        var before = _held.TryGetValue(move.ProcessId, out var known)
            ? known
            : new Held(0, move.ProcessId, null, null, null);
        var held = move.Query is { } query ? For(query, move.PoolNumber) : before with { Pool = move.PoolNumber };
        var reason =
            move.Query is null ? QueryEnded
            : policy.Governor.Find(held.Leader)?.Note is { Length: > 0 } note ? note
            : "its class";
        Change(move.ProcessId, before.Pool, held, reason);
    }

    /// <summary>A process is gone; where it was in a pool it is in none any more.</summary>
    public void Vanished(int processId)
    {
        if (_held.TryGetValue(processId, out var before))
            Change(processId, before.Pool, before with { Pool = 0 }, ProcessEnded);
    }

    /// <summary>Writes the changes of a turn, those of a query and its workers as one.</summary>
    public void WriteChanges()
    {
        foreach (var changes in _changes.GroupBy(each => each.Change, each => each.ProcessId))
        {
            var (held, before, reason) = changes.Key;
            var leader = changes.Contains(held.Leader) ? held.Leader : changes.First();
            history.Add(
                new AuditEntry(AuditEvent.Move, Loop, policy.Program.Revision)
                {
                    ProcessId = leader,
                    Workers = [.. changes.Where(each => each != leader).Order()],
                    Query = held.Query,
                    Class = held.Class,
                    Session = held.Session,
                    Before = PoolName(before),
                    After = PoolName(held.Pool),
                    Reason = reason,
                }
            );
        }

        _changes.Clear();
    }

    /// <summary>Everything was let go at once.</summary>
    public void LetGo(string reason)
    {
        WriteChanges();
        if (_held.Count > 0)
        {
            Add(
                new AuditEntry(AuditEvent.Move, Loop, policy.Program.Revision)
                {
                    Reason = Invariant($"all {_held.Count} processes let go: {reason}"),
                }
            );
        }

        _held.Clear();
    }

    public void Cancelled(QueryCancel cancel) =>
        Add(
            new AuditEntry(AuditEvent.Cancel, Loop, policy.Program.Revision)
            {
                Query = cancel.Query.Id,
                ProcessId = cancel.Query.ProcessId,
                Session = cancel.Query.Session,
                Reason = "rule " + cancel.Rule,
            }
        );

    /// <summary>The kill switch was turned.</summary>
    public void Turned(AuditEvent kind, string by, string? path) =>
        Add(new AuditEntry(kind, by, policy.Program.Revision) { After = path });

    private void Add(AuditEntry entry) => history.Add(entry);

    private Held For(ObservedQuery query, int pool)
    {
        var name = policy.Governor.Find(query.ProcessId) is { } known
            ? policy.Program.Policy.Classes[known.Decision.ClassIndex].Name
            : null;
        return new Held(pool, query.ProcessId, query.Id, name, query.Session);
    }

    private void Change(int processId, int before, Held held, string reason)
    {
        _changes.Add((new PoolChange(held, before, reason), processId));
        if (held.Pool == 0)
            _held.Remove(processId);
        else
            _held[processId] = held;
    }

    private string? PoolName(int number) => number == 0 ? null : StatusNames.Pool(policy.Program, number);

    /// <summary>Where a process is, and for which query.</summary>
    private readonly record struct Held(int Pool, int Leader, string? Query, string? Class, SessionFacts? Session);

    /// <summary>What changed for one process.</summary>
    private readonly record struct PoolChange(Held Held, int Before, string Reason);
}
