using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The journal's form.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(ImmutableArray<HintEntry>))]
[JsonSerializable(typeof(HintFacts))]
internal sealed partial class HintJson : JsonSerializerContext;

/// <summary>A hint as plans and drift show it.</summary>
/// <param name="Hint">The hint.</param>
/// <param name="QueryHash">The statement's fingerprint.</param>
/// <param name="Class">The class that asked for it; null where RgPolicy did not set it.</param>
internal sealed record HintFacts(string Hint, string QueryHash, string? Class);
