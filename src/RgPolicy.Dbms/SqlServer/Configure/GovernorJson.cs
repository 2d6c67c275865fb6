using System.Text.Json.Serialization;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>How states are written into plans and journals.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true
)]
[JsonSerializable(typeof(GovernorState))]
[JsonSerializable(typeof(ResourcePoolSpec))]
[JsonSerializable(typeof(WorkloadGroupSpec))]
[JsonSerializable(typeof(ClassifierFunction))]
[JsonSerializable(typeof(GovernorSwitch))]
internal sealed partial class GovernorJson : JsonSerializerContext;
