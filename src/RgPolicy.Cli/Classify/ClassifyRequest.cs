using NodaTime;

namespace RgPolicy.Cli.Classify;

/// <summary>What <c>rgp classify</c> was asked for.</summary>
/// <param name="Policy">The policy's path.</param>
/// <param name="Input">The path of the signals; null is standard input.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
/// <param name="At">The moment for windows; null is now.</param>
internal sealed record ClassifyRequest(string Policy, string? Input, string? Target, Instant? At);
