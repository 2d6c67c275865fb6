using System.Text.Json;

namespace RgPolicy.Documents.Probe;

/// <summary>What a target needs of a probe, <c>rgp/probe/1</c>.</summary>
/// <param name="Profile">The target profile, as a file has it; null where the document is none.</param>
public sealed record ProbeDocument(JsonElement? Profile);
