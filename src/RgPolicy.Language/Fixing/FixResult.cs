using RgPolicy.Language.Checking;

namespace RgPolicy.Language.Fixing;

/// <summary>What fixing a text gave.</summary>
/// <param name="Text">The text with its fixes; null when it could not be read.</param>
/// <param name="Applied">How many fixes were applied.</param>
/// <param name="Check">What is left to report.</param>
public sealed record FixResult(string? Text, int Applied, PolicyCheck Check);
