namespace RgPolicy.Host.Facts;

/// <summary>Why none of the server's processes can be moved.</summary>
/// <param name="Reason">What is in the way.</param>
/// <param name="Fix">The command that takes it away, or null.</param>
public sealed record ServerBlock(string Reason, string? Fix);
