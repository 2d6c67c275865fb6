using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>How limits are written into plans and journals.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(UserLimitState))]
[JsonSerializable(typeof(ImmutableArray<UserLimits>))]
[JsonSerializable(typeof(ImmutableSortedDictionary<string, decimal>))]
internal sealed partial class UserLimitJson : JsonSerializerContext;
