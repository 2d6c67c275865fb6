using System.Collections.Immutable;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>What is known with a statement's text.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Fingerprint">The server's query id, or the hash of the normalised text.</param>
/// <param name="Text">The text, or null where it may not be read.</param>
/// <param name="IsTruncated">The server cut the text off.</param>
public sealed record StatementFacts(StatementKind Kind, string Fingerprint, string? Text, bool IsTruncated)
{
    /// <summary>Tables that it touches; null until they are known.</summary>
    public ImmutableArray<string>? Tables { get; init; }

    /// <summary>The server's own digest of it, by which its statistics know it; null where none is told.</summary>
    public string? Digest { get; init; }

    /// <summary>It does nothing but begin, end, prepare or divide a transaction: never throttled,
    /// whatever the policy says.</summary>
    public bool IsTransactionControl { get; init; }
}
