using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>How saved facts are written.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    WriteIndented = true,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(SavedServer))]
internal sealed partial class SavedServerJson : JsonSerializerContext;
