using System.Text.Json.Serialization;

namespace RgPolicy.Service.Control;

/// <summary>How a pause is written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(PauseRecord))]
internal sealed partial class PauseJson : JsonSerializerContext;
