namespace RgPolicy.Service.Control;

/// <summary>Who paused the service, and when.</summary>
/// <param name="Since">The moment, UTC; null when the file does not say.</param>
/// <param name="By">Who asked for it; null when the file does not say, as when it was only made.</param>
public sealed record PauseRecord(DateTimeOffset? Since, string? By);
