using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.Configure;

/// <summary>How plans are written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(ChangePlan))]
internal sealed partial class ChangePlanJson : JsonSerializerContext;
