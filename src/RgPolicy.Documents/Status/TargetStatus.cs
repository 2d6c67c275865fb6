namespace RgPolicy.Documents.Status;

/// <summary>The server that is governed.</summary>
/// <param name="Connection">Its address without a password.</param>
/// <param name="Kind">Such as <c>postgresql</c>.</param>
/// <param name="Version">Such as <c>16.4</c>.</param>
/// <param name="IsLost">Whether it does not answer.</param>
/// <param name="Error">Of the last poll; null after a good one.</param>
public sealed record TargetStatus(string? Connection, string? Kind, string? Version, bool? IsLost, string? Error);
