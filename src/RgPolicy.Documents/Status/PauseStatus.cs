namespace RgPolicy.Documents.Status;

/// <summary>Who paused, and when.</summary>
/// <param name="Since">UTC; null when it is not known.</param>
/// <param name="By">Null when it is not known.</param>
public sealed record PauseStatus(DateTime? Since, string? By);
