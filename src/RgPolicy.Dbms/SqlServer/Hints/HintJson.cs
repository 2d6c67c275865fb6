using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The journal's form.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(ImmutableArray<HintEntry>))]
[JsonSerializable(typeof(HintFacts))]
internal sealed partial class HintJson : JsonSerializerContext;
