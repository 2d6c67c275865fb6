using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Audit;

/// <summary>One change, or one decision that changed something.</summary>
/// <param name="Event">What it was.</param>
/// <param name="Actor">Who changed it: the loop, or the user that gave an order.</param>
/// <param name="Revision">The policy's revision then.</param>
public sealed record AuditEntry(AuditEvent Event, string Actor, string Revision)
{
    /// <summary>The query that it was done for, or null.</summary>
    public string? Query { get; init; }

    /// <summary>The query's class, or null.</summary>
    public string? Class { get; init; }

    /// <summary>The process that was moved, or null; of a query and its workers the query's own.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Processes that were moved with it.</summary>
    public IReadOnlyList<int> Workers { get; init; } = [];

    /// <summary>Whose session it was, and its database, or null.</summary>
    public SessionFacts? Session { get; init; }

    /// <summary>What was before: a pool, a revision; null where there was nothing.</summary>
    public string? Before { get; init; }

    /// <summary>What is now, as read back.</summary>
    public string? After { get; init; }

    /// <summary>Why.</summary>
    public string? Reason { get; init; }
}
