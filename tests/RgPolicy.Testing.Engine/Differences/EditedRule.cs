namespace RgPolicy.Testing.Engine.Differences;

/// <summary>A rule in words.</summary>
internal sealed record EditedRule(
    string Name,
    List<string> Classes,
    string During,
    List<(string When, string Then)> Steps,
    string Unless
);
