namespace RgPolicy.Cli.Recordings;

/// <summary>What <c>rgp replay</c> was asked for.</summary>
internal sealed record ReplayRequest(string Recording, string Policy, string? Against, double? Speed, bool Json);
