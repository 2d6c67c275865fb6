using System.Text.Json.Serialization;

namespace RgPolicy.Service.ThisHost;

/// <summary>Reads lines of a journal by generated code: a native program has no reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(JournalLine))]
internal sealed partial class JournalLineContext : JsonSerializerContext;
