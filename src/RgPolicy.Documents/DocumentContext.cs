using System.Text.Json.Serialization;
using RgPolicy.Documents.Orders;
using RgPolicy.Documents.Status;

namespace RgPolicy.Documents;

/// <summary>Writes and reads the documents by generated code: a native program has no reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(StatusDocument))]
[JsonSerializable(typeof(PauseDocument))]
[JsonSerializable(typeof(ReloadDocument))]
[JsonSerializable(typeof(ErrorDocument))]
internal sealed partial class DocumentContext : JsonSerializerContext;
