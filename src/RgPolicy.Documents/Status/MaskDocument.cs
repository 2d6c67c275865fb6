using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary>The capacity mask of one L3 domain, before and after its last change.</summary>
/// <param name="Domain">The domain's number, as the kernel names it.</param>
/// <param name="Before">The ways before, such as <c>0xf</c>.</param>
/// <param name="After">The ways now.</param>
public sealed record MaskDocument([property: JsonPropertyName("l3")] long? Domain, string? Before, string? After);
