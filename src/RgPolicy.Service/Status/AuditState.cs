namespace RgPolicy.Service.Status;

/// <summary>How the audit trail is.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Lost">Entries that could not be written since it was last written to.</param>
/// <param name="LostInAll">The same since the start.</param>
internal sealed record AuditState(string Path, long Lost, long LostInAll)
{
    /// <summary>Why nothing can be written now; null where it can.</summary>
    public string? Problem { get; init; }
}
