using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Loop;

/// <summary>Remembers what was changed, once it was read back.</summary>
internal sealed class AuditStep(LoopParts parts, PolicyInForce policy, ChangeHistory history)
{
    private const string Loop = "the loop";

    private readonly Dictionary<int, (int Pool, string? Query, string? Class, SessionFacts? Session)> _held = [];

    public void Began() =>
        Add(
            new AuditEntry(AuditEvent.Start, Loop, policy.Program.Revision)
            {
                After = parts.Observer.Server.Target,
                Reason = "level " + StatusNames.Level(parts.Level),
            }
        );

    public void Ended() => Add(new AuditEntry(AuditEvent.End, Loop, policy.Program.Revision));

    /// <summary>A process was moved, or let go.</summary>
    public void Moved(PoolMove move)
    {
        // Of a process that is let go because its query has ended, the query is the one that it was moved for.
        var before = _held.GetValueOrDefault(move.ProcessId);
        var query = move.Query is { } known ? policy.Governor.Find(known.ProcessId) : null;
        var id = move.Query is null ? before.Query : move.Query.Id;
        var name = query is null ? before.Class : policy.Program.Policy.Classes[query.Decision.ClassIndex].Name;
        var session = move.Query is null ? before.Session : move.Query.Session;
        Remember(move, (move.PoolNumber, id, name, session));
        history.Add(
            new AuditEntry(AuditEvent.Move, Loop, policy.Program.Revision)
            {
                ProcessId = move.ProcessId,
                Query = id,
                Class = name,
                Session = session,
                Before = PoolName(before.Pool),
                After = PoolName(move.PoolNumber),
                Reason =
                    move.Query is null ? "the query has ended"
                    : query?.Note is { Length: > 0 } note ? note
                    : "its class",
            }
        );
    }

    /// <summary>Everything was let go at once.</summary>
    public void LetGo(string reason)
    {
        if (_held.Count > 0)
        {
            Add(
                new AuditEntry(AuditEvent.Move, Loop, policy.Program.Revision)
                {
                    Reason = FormattableString.Invariant($"all {_held.Count} processes let go: {reason}"),
                }
            );
        }

        _held.Clear();
    }

    /// <summary>A query was cancelled by a rule.</summary>
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

    private void Remember(PoolMove move, (int Pool, string? Query, string? Class, SessionFacts? Session) held)
    {
        if (move.PoolNumber == 0)
        {
            _held.Remove(move.ProcessId);
        }
        else
        {
            _held[move.ProcessId] = held;
        }
    }

    private string? PoolName(int number) => number == 0 ? null : StatusNames.Pool(policy.Program, number);
}
