using NodaTime;

namespace RgPolicy.Testing.Policies.Truth;

/// <summary>A query with real values: texts, sets (arrays), words, booleans, decimals, versions (arrays
/// of numbers).</summary>
/// <param name="Values">What is known of it.</param>
/// <param name="At">When.</param>
internal sealed record Query(IReadOnlyDictionary<string, object> Values, Instant At);
