namespace RgPolicy.Testing.Engine.Differences;

/// <summary>A state in words, with what it sets.</summary>
internal sealed record EditedState(string Name, string When, string Tail, List<(string Pool, string Setting)> Sets);
