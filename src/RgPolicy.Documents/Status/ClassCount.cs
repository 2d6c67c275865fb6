namespace RgPolicy.Documents.Status;

/// <summary>How many queries were given a class.</summary>
/// <param name="Name">The class's name.</param>
/// <param name="Queries">Since the start.</param>
public sealed record ClassCount(string? Name, long? Queries);
