using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.Configure;

/// <summary>How the journal is written.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(ImmutableArray<ChangeJournalEntry>))]
internal sealed partial class ChangeJournalJson : JsonSerializerContext;
