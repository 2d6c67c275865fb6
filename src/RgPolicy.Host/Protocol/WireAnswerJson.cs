using System.Text.Json.Serialization;

namespace RgPolicy.Host.Protocol;

// Lenient: a newer sidecar may say more than this client knows.
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    MaxDepth = 8
)]
[JsonSerializable(typeof(WireAnswer))]
internal sealed partial class WireAnswerJson : JsonSerializerContext;
