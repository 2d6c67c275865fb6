using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Recording;

/// <summary>What a recording says of itself.</summary>
/// <param name="Server">The server; its connection carries no secret, and its processes are not on this host.</param>
/// <param name="Host">The facts of the host that it was recorded on.</param>
/// <param name="Started">When it was started.</param>
/// <param name="HasTexts">False when the texts of statements were left out.</param>
public sealed record RecordingHeader(ServerFacts Server, TargetProfile Host, DateTimeOffset Started, bool HasTexts);
