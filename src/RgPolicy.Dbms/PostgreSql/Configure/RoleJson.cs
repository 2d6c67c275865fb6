using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>How states are written into plans and journals.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RoleState))]
internal sealed partial class RoleJson : JsonSerializerContext;
