using RgPolicy.Engine.Decide;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Loop;

/// <summary>Remembers what was changed, once it was read back.</summary>
internal sealed class AuditStep(LoopParts parts, PolicyInForce policy, ChangeHistory history)
{
    private const string Loop = "the loop";

    private readonly Dictionary<int, int> _pools = [];

    public void Began() => Add(new AuditEntry(AuditEvent.Start, Loop, policy.Program.Revision)
        { After = parts.Observer.Server.Target, Reason = "level " + Words.Level(parts.Level) });

    public void Ended() => Add(new AuditEntry(AuditEvent.End, Loop, policy.Program.Revision));

    /// <summary>A process was moved, or let go.</summary>
    public void Moved(PoolMove move)
    {
        var before = _pools.GetValueOrDefault(move.ProcessId);
        Remember(move);
        var query = move.Query is { } known ? policy.Governor.Find(known.ProcessId) : null;
        history.Add(new AuditEntry(AuditEvent.Move, Loop, policy.Program.Revision)
        {
            ProcessId = move.ProcessId,
            Query = move.Query?.Id,
            Class = query is null ? null : policy.Program.Policy.Classes[query.Decision.ClassIndex].Name,
            Before = PoolName(before),
            After = PoolName(move.PoolNumber),
            Reason = move.Query is null ? "the query has ended" : query?.Note is { Length: > 0 } note ? note : "its class",
        });
    }

    /// <summary>Everything was let go at once.</summary>
    public void LetGo(string reason)
    {
        if (_pools.Count > 0)
        {
            Add(new AuditEntry(AuditEvent.Move, Loop, policy.Program.Revision)
                { Reason = FormattableString.Invariant($"all {_pools.Count} processes let go: {reason}") });
        }

        _pools.Clear();
    }

    /// <summary>A query was cancelled by a rule.</summary>
    public void Cancelled(QueryCancel cancel) => Add(
        new AuditEntry(AuditEvent.Cancel, Loop, policy.Program.Revision)
            { Query = cancel.Query.Id, ProcessId = cancel.Query.ProcessId, Reason = "rule " + cancel.Rule });

    /// <summary>The kill switch was turned.</summary>
    public void Turned(AuditEvent kind, string by, string? path) =>
        Add(new AuditEntry(kind, by, policy.Program.Revision) { After = path });

    private void Add(AuditEntry entry) => history.Add(entry);

    private void Remember(PoolMove move)
    {
        if (move.PoolNumber == 0)
        {
            _pools.Remove(move.ProcessId);
        }
        else
        {
            _pools[move.ProcessId] = move.PoolNumber;
        }
    }

    private string? PoolName(int number) => number == 0
        ? null
        : policy.Program.Pools.FirstOrDefault(pool => pool.Number == number)?.Pool.Name;
}
