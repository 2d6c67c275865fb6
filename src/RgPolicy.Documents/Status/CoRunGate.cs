namespace RgPolicy.Documents.Status;

/// <summary>How many of a kind may run.</summary>
/// <param name="Kind"><c>class</c> or <c>locality</c>.</param>
/// <param name="Name">The class, or the locality.</param>
/// <param name="Open">So many may run.</param>
/// <param name="Waiting">So many wait.</param>
public sealed record CoRunGate(string? Kind, string? Name, long? Open, long? Waiting);
