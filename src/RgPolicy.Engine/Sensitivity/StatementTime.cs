namespace RgPolicy.Engine.Sensitivity;

/// <summary>What one statement took in one run.</summary>
/// <param name="Statement">Its name.</param>
/// <param name="Weight">How often it runs in relation to the others, at least 1.</param>
/// <param name="Seconds">Seconds of one execution; the mean where it ran more than once.</param>
/// <param name="Plan">A hash of its plan under this setting.</param>
public sealed record StatementTime(string Statement, int Weight, double Seconds, string Plan);
