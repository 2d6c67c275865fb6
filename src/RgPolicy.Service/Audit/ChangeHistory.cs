namespace RgPolicy.Service.Audit;

/// <summary>The last changes, for questions to the running service; all of them go on to the audit trail where there is
/// one.</summary>
/// <param name="trail">The trail, or null.</param>
/// <param name="time">The clock.</param>
internal sealed class ChangeHistory(AuditTrail? trail, TimeProvider time)
{
    /// <summary>How many are remembered.</summary>
    public const int Most = 100;

    private readonly Queue<(DateTimeOffset Time, AuditEntry Entry)> _recent = new(Most);

    /// <summary>The remembered ones, the newest first.</summary>
    public IEnumerable<(DateTimeOffset Time, AuditEntry Entry)> Recent => _recent.Reverse();

    /// <summary>Adds a change.</summary>
    public void Add(AuditEntry entry)
    {
        if (_recent.Count == Most)
        {
            _recent.Dequeue();
        }

        _recent.Enqueue((time.GetUtcNow(), entry));
        trail?.Add(entry);
    }
}
