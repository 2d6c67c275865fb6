using System.Text.Json;

namespace RgPolicy.Dbms.Configure;

/// <summary>One change of a server's configuration.</summary>
/// <param name="At">When it began.</param>
/// <param name="Revision">The policy's revision; null for a rollback.</param>
/// <param name="Before">What was there before.</param>
/// <param name="Status">How far it came.</param>
public sealed record ChangeJournalEntry(DateTimeOffset At, string? Revision, JsonElement Before, ChangeStatus Status)
{
    /// <summary>True where the server may still have it.</summary>
    public bool IsInForce => Status is ChangeStatus.Begun or ChangeStatus.Done or ChangeStatus.Broken;
}
