using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Sidecar.Options;

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true
)]
[JsonSerializable(typeof(LimitsDocument))]
internal sealed partial class LimitsJson : JsonSerializerContext;
