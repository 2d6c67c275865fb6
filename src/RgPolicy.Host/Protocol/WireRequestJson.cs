using System.Text.Json.Serialization;

namespace RgPolicy.Host.Protocol;

// Strict: whatever the sidecar does not know is refused, not ignored.
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    MaxDepth = 6
)]
[JsonSerializable(typeof(WireRequest))]
internal sealed partial class WireRequestJson : JsonSerializerContext;
