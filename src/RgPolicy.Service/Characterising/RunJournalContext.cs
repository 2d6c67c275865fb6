using System.Text.Json.Serialization;

namespace RgPolicy.Service.Characterising;

/// <summary>The lines of a journal, by generated code.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RunJournalHead))]
[JsonSerializable(typeof(RunJournalLine))]
internal sealed partial class RunJournalContext : JsonSerializerContext;
